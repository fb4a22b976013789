// The list of findings: views, filter, selection.

/** How a view names the groups that a finding is in. */
const views = {
  race: {text: 'By race', groups: () => ['']},
  kernel: {text: 'By kernel', groups: (finding) => [finding.kernel]},
  line: {
    text: 'By source line',
    groups: (finding) => [...new Set(
        finding.accesses.length ? finding.accesses.map(siteText) : [finding.barrier])]
  },
  memory: {text: 'By allocation', groups: (finding) => [finding.object]},
};

const list = byId('list');
const detail = byId('detail');
const chunk = 100;

let view = 'race';
let shownFindings = [];
/** The rows of the list: a finding is in each group that it belongs to. */
let rows = [];
/** Those between the two are on the page: thousands would make each step slow. */
let firstRow = 0, lastRow = 0;
let selected = null;

function placesElement(finding) {
  if (!finding.accesses.length) return el('span', {class: 'places'}, leadText(finding));
  return el(
      'span', {class: 'places'},
      finding.accesses.map(
          (access, i) =>
              el('span', {}, tag(letters[i]), el('span', {class: 'kind'}, kindText(access)), ' ',
                 siteText(access))));
}

function badges(finding) {
  return [
    finding.suppressed && el('span', {class: 'badge'}, 'suppressed'),
    finding.detector === 'ld' && el('span', {class: 'badge'}, 'by values'),
    isProved(finding) && el('span', {class: 'badge'}, 'by proof'),
    finding.processes > 1 &&
        el('span', {class: 'badge'}, plural(finding.processes, 'process', 'processes')),
  ];
}

function newOption({finding, group}, index) {
  return el(
      'div', {
        role: 'option',
        class: `option ${finding.suppressed ? 'is-suppressed' : ''}`,
        tabindex: -1,
        'aria-selected': 'false',
        'aria-posinset': index + 1,
        'aria-setsize': rows.length,
        'aria-description': group || null
      },
      el('span', {class: 'title'}, capital(finding.title),
         el('span', {class: 'count', title: 'times seen'},
            `×${(finding.count ?? 1).toLocaleString('en')}`)),
      placesElement(finding),
      el('span', {class: 'context'}, badges(finding), nameText(finding.kernel),
         finding.memory && [' · ', finding.object]));
}

function groupTitle({group, groupSize}) {
  return el(
      'div', {class: 'group-title', 'aria-hidden': 'true'},
      el('span', {class: 'group-name', title: group}, view === 'kernel' ? shortName(group) : group),
      el('span', {class: 'count'}, String(groupSize)));
}

function rowElements(row, index) {
  row.option ??= newOption(row, index);
  row.option.row = row;
  return row.startsGroup ? [groupTitle(row), row.option] : [row.option];
}

function groupsOf(findings) {
  const groups = new Map();
  for (const finding of findings)
    for (const name of views[view].groups(finding)) {
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(finding);
    }
  return [...groups].sort((a, b) => b[1].length - a[1].length);
}

const groupRows = ([group, findings]) => findings.map(
    (finding, i) => (
        {finding, group, groupSize: findings.length, startsGroup: group && i === 0, option: null}));

function matches(finding, filter) {
  const isSuppressed = Boolean(finding.suppressed);
  const wanted = {hide: [false], show: [false, true], only: [true]}[filter.suppressed];
  return wanted.includes(isSuppressed) && (!filter.class || finding.class === filter.class) &&
      (!filter.rank || finding.seenBy.some(({label}) => label === filter.rank)) &&
      filter.words.every((word) => finding.search.includes(word));
}

function currentFilter() {
  return {
    words: byId('text').value.toLowerCase().split(/\s+/).filter(Boolean),
    class: byId('class').value,
    suppressed: byId('suppressed').value,
    rank: byId('rank').value,
  };
}

/** Why the list is empty, as far as the page knows. */
function emptyText() {
  if (!model.findings.length) return 'There are no findings in this report.';
  const count = model.findings.filter((finding) => finding.suppressed).length;
  if (count === model.findings.length)
    return `${plural(count, 'finding is', 'findings are')} suppressed.`;
  return 'No finding fits the filter.';
}

function updateList() {
  const kept = selected?.finding;
  const filter = currentFilter();
  shownFindings = model.findings.filter((finding) => matches(finding, filter));
  rows = groupsOf(shownFindings).flatMap(groupRows);
  byId('shown').textContent =
      `${shownFindings.length.toLocaleString('en')} of ${plural(model.findings.length, 'finding')}`;
  selected = null;
  const index = Math.max(rows.findIndex(({finding}) => finding === kept), 0);
  showRows(index);
  select(rows[index] ?? null);
}

const elementsBetween = (first, last) =>
    rows.slice(first, last).flatMap((row, i) => rowElements(row, first + i));

/** The rows around a number. */
function showRows(index) {
  firstRow = Math.max(index - chunk, 0);
  lastRow = Math.min(index + 2 * chunk, rows.length);
  list.replaceChildren(...elementsBetween(firstRow, lastRow));
  if (!rows.length)
    list.append(el('p', {class: 'empty', role: 'option', 'aria-disabled': 'true'}, emptyText()));
}

/** What scrolls: on narrow screens the page. */
const scroller = () => (list.scrollHeight > list.clientHeight ? list : document.scrollingElement);

/** Adds rows at an end of the list that comes near. */
function growList() {
  if (!list.checkVisibility()) return;
  const {top, bottom} = list.getBoundingClientRect();
  const near = innerHeight;
  if (lastRow < rows.length &&
      list.lastElementChild.getBoundingClientRect().bottom < Math.min(bottom, innerHeight) + near) {
    list.append(...elementsBetween(lastRow, lastRow + chunk));
    lastRow = Math.min(lastRow + chunk, rows.length);
  }
  if (firstRow > 0 &&
      list.firstElementChild.getBoundingClientRect().top > Math.max(top, 0) - near) {
    const start = Math.max(firstRow - chunk, 0);
    const height = scroller().scrollHeight;
    list.prepend(...elementsBetween(start, firstRow));
    scroller().scrollTop += scroller().scrollHeight - height;
    firstRow = start;
  }
}

function markOption(option, isSelected) {
  option.setAttribute('aria-selected', String(isSelected));
  option.tabIndex = isSelected ? 0 : -1;
}

function select(row) {
  if (selected?.option) markOption(selected.option, false);
  selected = row;
  if (row) markOption(row.option, true);
  showDetail(row?.finding);
  rememberPlace();
}

function showDetail(finding) {
  if (detail.finding === finding && detail.hasChildNodes()) return;
  detail.finding = finding;
  detail.replaceChildren(
      ...(finding ? [backButton(), ...findingElements(finding)] : nothingSelected()));
  detail.scrollTop = 0;
  revealMarks(detail);
}

const backButton = () => button('← All findings', showListOnly, {class: 'quiet back'});

function nothingSelected() {
  if (model.findings.length) return [el('p', {class: 'empty'}, 'No finding is selected.')];
  return [el(
      'div', {class: 'empty'}, el('h2', {}, verdictText(overallVerdict(model))),
      el('p', {}, 'What was checked is on the coverage page.'),
      button('Coverage', () => showPage('coverage')))];
}

/** Narrow screens show the list or one finding. */
function showFindingOnly() {
  document.body.classList.add('one-finding');
  revealMarks(detail);
  detail.scrollIntoView({block: 'start'});
}

function showListOnly() {
  document.body.classList.remove('one-finding');
  selected?.option.scrollIntoView({block: 'center'});
  focusList();
}

const focusList = () => selected?.option.focus({preventScroll: true});

/** Selects a row, which need not be on the page yet. */
function goTo(index, block = 'nearest') {
  if (index < firstRow || index >= lastRow) showRows(index);
  select(rows[index]);
  selected.option.scrollIntoView({block});
}

/** Steps by a number of findings; keeps to the ends. */
function step(distance) {
  if (!rows.length) return;
  goTo(Math.min(Math.max(rows.indexOf(selected) + distance, 0), rows.length - 1));
  focusList();
}

function setView(name) {
  view = name;
  for (const choice of byId('views').children)
    choice.setAttribute('aria-pressed', String(choice.dataset.view === name));
  updateList();
  selected?.option.scrollIntoView({block: 'nearest'});
}

const processLabels = () => [...new Set([
  ...model.runs.map((run) => run.ranks?.length ? null : run.label),
  ...model.findings.flatMap((finding) => finding.seenBy.map(({label}) => label))
].filter(Boolean))];

function fillFilters() {
  const classes = new Map(model.findings.map((finding) => [finding.class, finding.title]));
  byId('class').append(
      el('option', {value: ''}, 'all'),
      ...[...classes].map(([id, title]) => el('option', {value: id}, title)));
  byId('rank').append(
      el('option', {value: ''}, 'all'),
      ...processLabels().map((label) => el('option', {value: label}, label)));
  byId('rank-label').hidden = processLabels().length < 2;
  byId('views').append(...Object.entries(views).map(
      ([name, {text}], i) =>
          button(text, () => setView(name), {'data-view': name, 'aria-keyshortcuts': i + 1})));
}

function startFindings() {
  fillFilters();
  byId('text').addEventListener('input', updateList);
  for (const id of ['class', 'suppressed', 'rank']) byId(id).addEventListener('change', updateList);
  document.querySelector('.filters').addEventListener('submit', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = event.target.closest('.option');
    if (!option) return;
    select(option.row);
    focusList();
    showFindingOnly();
  });
  // In the capturing phase: scrolling does not bubble.
  document.addEventListener('scroll', growList, {capture: true, passive: true});
}
