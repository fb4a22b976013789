// Drawings of where two threads are: blocks of the grid, lanes of their warps, and the
// bytes of the object that they meet at.

const warpSize = 32;
const letters = ['A', 'B'];
const mostCells = 48;

const indexText = (index) => `(${(index ?? []).join(', ')})`;
const volume = (index) => (index ?? [1]).reduce((product, size) => product * size, 1);
const linear = (index, size) => index[0] + size[0] * (index[1] + size[1] * index[2]);

const isThread = (access) => access.known === 'thread';

function threadText(access, isOther) {
  if (isThread(access))
    return `thread ${indexText(access.thread)} of block ${indexText(access.block)}`;
  const other = {
    warp: 'another lane of this warp',
    block: 'another thread of this block',
    grid: 'a thread of another block',
  };
  return other[access.known] ?? (isOther ? 'another thread' : 'a thread');
}

const tag = (letter) => el('span', {class: `letter ${letter}`}, letter);

/** A picture in words, too, for those who do not see it. */
const picture = (className, label, children) =>
    el('div', {class: className, role: 'img', 'aria-label': label}, children);

/** Cells in rows; `letterAt` says who is in a cell: '', 'A', 'B', 'AB', or 'maybe'. */
function strip(count, letterAt, label) {
  return picture('strip', label, Array.from({length: count}, (_, i) => {
    const who = letterAt(i);
    return el('span', {class: `cell ${who}`}, who === 'maybe' ? '' : who);
  }));
}

/** More than fit as cells: a bar with marks. */
function bar(total, marks, label) {
  return picture(
      'position-bar', label,
      marks.map(
          ([letter, index]) => el(
              'span', {class: `cell ${letter}`, style: `left: ${index / total * 100}%`}, letter)));
}

/** "A", "B" or "AB": who is at the number. */
const whoIs = (marks, number) =>
    marks.filter(([, index]) => index === number).map(([letter]) => letter).join('');

function drawing(caption, image) {
  return el('figure', {class: 'drawing'}, el('figcaption', {}, caption), image);
}

function gridDrawing(accesses, launch) {
  const total = volume(launch.grid);
  const marks = accesses.flatMap(
      (access, i) => isThread(access) ? [[letters[i], linear(access.block, launch.grid)]] : []);
  const hasUnknown = accesses.some((access) => access.known === 'grid');
  const label = `${plural(total, 'block')}: ${
      accesses
          .map(
              (access, i) => `${letters[i]} in ${
                  isThread(access) ? `block ${indexText(access.block)}` :
                                     threadText(access, true)}`)
          .join(', ')}`;
  const image = total > mostCells ?
      bar(total, marks, label) :
      strip(total, (i) => whoIs(marks, i) || (hasUnknown ? 'maybe' : ''), label);
  const caption = `Grid ${indexText(launch.grid)}: ${plural(total, 'block')} of ${
      indexText(launch.block)} threads`;
  return drawing([caption, hasUnknown && ' (B: another block)'], image);
}

/** Lanes of a warp, with those accesses that are in it. */
function warpDrawing({block, warp, marks, hasUnknown}, launch) {
  const lanes = Math.min(warpSize, volume(launch.block) - warp * warpSize);
  const label = `Block ${indexText(block)}, warp ${warp}: ${
      marks.map(([letter, lane]) => `${letter} is lane ${lane}`).join(', ')}`;
  return drawing(
      [`Block ${indexText(block)}, warp ${warp}`, hasUnknown && ' (B: one of the others)'],
      strip(Math.max(lanes, 1), (i) => whoIs(marks, i) || (hasUnknown ? 'maybe' : ''), label));
}

function warpsOf(accesses) {
  const warps = new Map();
  accesses.forEach((access, i) => {
    if (!isThread(access)) return;
    const key = `${access.block} ${access.warp}`;
    if (!warps.has(key)) warps.set(key, {block: access.block, warp: access.warp, marks: []});
    warps.get(key).marks.push([letters[i], access.lane]);
  });
  for (const warp of warps.values())
    warp.hasUnknown = accesses.some((access) => access.known === 'warp');
  return [...warps.values()];
}

function threadDrawings(finding) {
  const {accesses, launch} = finding;
  if (!launch?.grid || !launch.block || !accesses.some(isThread)) return null;
  return el(
      'div', {class: 'drawings'}, gridDrawing(accesses, launch),
      warpsOf(accesses).map((warp) => warpDrawing(warp, launch)));
}

/** Lanes of a warp that are at two barriers. */
function divergenceDrawing({block, warp, lanes, barrier, other_barrier: otherBarrier}) {
  const isAt = (lane) => Math.floor(lanes / 2 ** lane) % 2 === 1;
  const label = `Block ${indexText(block)}, warp ${warp}`;
  return el(
      'div', {class: 'drawings'},
      drawing(label, strip(warpSize, (lane) => (isAt(lane) ? 'A' : 'B'), label)),
      el('p', {}, tag('A'), barrier), el('p', {}, tag('B'), `other lanes: ${otherBarrier}`));
}

/** The object as a bar, with the byte that both access. */
function memoryDrawing(memory, size) {
  const {object} = memory;
  if (!object?.size || object.offset >= object.size) return null;
  const start = object.offset / object.size * 100;
  const length = (size || 1) / object.size * 100;
  return picture(
      'memory', `Byte ${object.offset} of ${object.size}`,
      el('span', {style: `left: ${start}%; width: ${Math.min(length, 100 - start)}%`}));
}
