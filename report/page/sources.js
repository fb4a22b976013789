// Panes of source lines, from the excerpts that the page carries.

const data = JSON.parse(byId('data').textContent);
const linesAround = 4;
const moreLines = 12;

const sourceLines = new Map();
/** Line number to text; null if the page does not carry the file. */
function linesOf(name) {
  if (!Object.hasOwn(data.sources, name)) return null;
  if (!sourceLines.has(name)) {
    const lines = new Map();
    for (const excerpt of data.sources[name])
      excerpt.text.replace(/\n$/, '').split('\n').forEach(
          (text, i) => lines.set(excerpt.first_line + i, text.replace(/\r$/, '')));
    sourceLines.set(name, lines);
  }
  return sourceLines.get(name);
}

/** The text of a line with the word at the column marked. */
function markedText(text, column) {
  const start = column - 1;
  const word = /\w+|\S/y;
  word.lastIndex = start;
  const match = column > 0 && start < text.length ? word.exec(text) : null;
  if (!match) return [text];
  return [text.slice(0, start), el('mark', {}, match[0]), text.slice(start + match[0].length)];
}

/** One line: number, a tag of a letter or two, text, and a remark. */
function sourceRow(number, text, mark = {}) {
  return el(
      'div', {class: `row ${mark.class ?? ''}`}, el('span', {class: 'number'}, String(number)),
      el('span', {class: 'tag'}, mark.tag ?? ''),
      el('span', {class: 'code'}, mark.column ? markedText(text, mark.column) : text),
      mark.remark && el('span', {class: 'remark'}, mark.remark),
      mark.found && el('span', {class: 'found'}, plural(mark.found, 'finding')));
}

/** Scrolls long lines so that the marked word is seen; for panes that are on the page. */
function revealMarks(part) {
  for (const mark of part.querySelectorAll('.source mark')) {
    const source = mark.closest('.source');
    const right = mark.getBoundingClientRect().right - source.getBoundingClientRect().right;
    if (right > 0) source.scrollLeft += right + 40;
  }
}

/**
 * The lines around a frame. `marks` maps line numbers to {tag, class, column, remark, found}.
 * Returns null if the line is not in the page.
 */
function sourcePane(frame, marks, label) {
  const lines = linesOf(sourceName(frame));
  if (!lines?.has(frame.line)) return null;
  const rows = el('div', {class: 'rows'});
  let around = linesAround;
  const show = () => {
    rows.replaceChildren();
    for (let n = frame.line - around; n <= frame.line + around; ++n)
      if (lines.has(n)) rows.append(sourceRow(n, lines.get(n), marks.get(n)));
    more.hidden = !lines.has(frame.line - around - 1) && !lines.has(frame.line + around + 1);
  };
  const more = button('More lines', () => {
    around += moreLines;
    show();
  }, {class: 'quiet more'});
  show();
  return el(
      'div', {class: 'source-pane'},
      el('div', {class: 'source', tabindex: 0, role: 'region', 'aria-label': label}, rows), more);
}

/** All lines with a mark and those around them; gaps open when clicked. */
function markedSource(name, marks) {
  const lines = linesOf(name);
  const rows = el('div', {class: 'rows'});
  const isNear =
      (n) => [...Array(2 * linesAround + 1).keys()].some((i) => marks.has(n - linesAround + i));
  let hiddenRows = [];
  const closeGap = () => {
    if (hiddenRows.length) rows.append(gap(hiddenRows));
    hiddenRows = [];
  };
  for (const [n, text] of lines) {
    if (!isNear(n)) {
      hiddenRows.push([n, text]);
      continue;
    }
    closeGap();
    rows.append(sourceRow(n, text, marks.get(n)));
  }
  closeGap();
  return el(
      'div', {class: 'source', tabindex: 0, role: 'region', 'aria-label': `Source of ${name}`},
      rows);
}

function gap(hiddenRows) {
  const opener = button(
      `⋯ ${plural(hiddenRows.length, 'line')}`,
      () => opener.replaceWith(...hiddenRows.map(([n, text]) => sourceRow(n, text))),
      {class: 'quiet gap'});
  return opener;
}
