// What was analysed: sites, kernels, source lines, suppressions.

const percent = (part, whole) => (whole ? part / whole * 100 : 0);

/** A bar of the states of sites. */
function stateBar(counts) {
  const total = states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  const shown = states.filter((state) => counts[state]);
  const label =
      shown.map((state) => `${counts[state]} ${stateTexts[state]}`).join(', ') || 'no sites';
  return el(
      'div', {class: 'state-bar', role: 'img', 'aria-label': label, title: label},
      shown.toReversed().map(
          (state) =>
              el('span', {class: state, style: `width: ${percent(counts[state], total)}%`})));
}

function legend(counts) {
  return el(
      'ul', {class: 'legend'},
      states.toReversed().map(
          (state) =>
              el('li', {}, el('span', {class: `dot ${state}`}),
                 el('strong', {}, (counts[state] ?? 0).toLocaleString('en')),
                 ` ${stateTexts[state]}`)));
}

const kernelCounts = (kernel) => ({
  checked: kernel.checked ?? 0,
  proved: kernel.proved ?? 0,
  'not-analysed': kernel.not_analysed ?? 0,
  'not-launched': kernel.never_reached ?? 0,
});

function launchesText(kernel) {
  if (!kernel.launches) return el('span', {class: 'badge'}, 'not launched');
  if (kernel.launches_checked === kernel.launches) return kernel.launches.toLocaleString('en');
  return `${kernel.launches_checked} of ${kernel.launches} checked`;
}

const kernelName = ({kernel, reasons}) =>
    [nameButton(kernel),
     reasons?.length > 0 && el('div', {class: 'state-word not-analysed'}, reasons.join(', '))];

function kernelTable() {
  const rows = model.kernels.map((kernel) => {
    const counts = kernelCounts(kernel);
    return [
      kernelName(kernel), launchesText(kernel), stateBar(counts), kernel.sites ?? 0, counts.checked,
      counts.proved, counts['not-analysed'], counts['not-launched']
    ];
  });
  return table(
      'Kernels',
      ['Kernel', 'Launches', 'Sites', '', 'Checked', 'Proved', 'Not analysed', 'Not reached'],
      rows);
}

const reasonCounts = ['sites', 'kernels', 'conflicts', 'objects'];

/** Of all processes; sites of one program do not add up. */
function reasons() {
  const byReason = new Map();
  for (const reason of model.runs.flatMap(({verdict}) => verdict?.reasons ?? [])) {
    const known = byReason.get(reason.reason) ?? {...reason};
    for (const name of reasonCounts) known[name] = Math.max(known[name] ?? 0, reason[name] ?? 0);
    byReason.set(reason.reason, known);
  }
  return [...byReason.values()];
}

/** Without reasons there may still be something: only a verdict says that there is not. */
function noReasonsText() {
  if (!model.runs.length || model.runs.some(({verdict}) => !verdict))
    return 'Not known: the run ended before its verdict.';
  if (model.runs.some(({verdict}) => verdict.not_analysed > 0 || verdict.verdict === 'unanalysed'))
    return 'The report names no reasons.';
  return 'Everything that ran was analysed.';
}

function reasonTable() {
  const rows = reasons().map(
      (reason) =>
          [el('code', {}, reason.reason), reason.text, ...reasonCounts.map((name) => reason[name]),
           el('span', {class: 'wrap'}, reason.example ?? '')]);
  if (!rows.length) return el('p', {}, noReasonsText());
  return table('Reasons', ['Reason', 'Meaning', ...reasonCounts.map(capital), 'First'], rows);
}

const lineTags = {
  checked: '✓',
  proved: 'P',
  'not-analysed': '?',
  'not-launched': '–'
};

function countStates(sites) {
  const counts = {};
  for (const site of sites) counts[site.state] = (counts[site.state] ?? 0) + 1;
  return counts;
}

const siteStateText = ({state, reason}) =>
    (stateTexts[state] ?? state) + (reason ? ` (${reason})` : '');

/** Findings by source and line of either access. */
function findingCounts() {
  const counts = new Map();
  for (const finding of model.findings) {
    const frames = finding.suppressed ? [] : finding.accesses.map(siteFrame).filter(Boolean);
    for (const place of new Set(frames.map((frame) => `${sourceName(frame)}:${frame.line}`)))
      counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return counts;
}

const kindsText =
    (sites) => [...new Set(sites.map((site) => kindTexts[site.kind] ?? site.kind))].join(', ');

/** "read, write: checked at run time" for each state. */
const lineRemark = (sites) => [...Map.groupBy(sites, siteStateText)]
                                  .map(([state, here]) => `${kindsText(here)}: ${state}`)
                                  .join(' · ');

/** The worst state of the sites of each line. */
function lineMarks(sites) {
  const counts = findingCounts();
  const marks = new Map();
  for (const [line, here] of Map.groupBy(sites, (site) => site.line)) {
    const state = states.find((name) => here.some((site) => site.state === name)) ?? here[0].state;
    marks.set(line, {
      tag: lineTags[state],
      class: `state ${state}`,
      remark: lineRemark(here),
      found: counts.get(`${sourceName(here[0])}:${line}`)
    });
  }
  return marks;
}

function siteTable(sites) {
  const sorted = sites.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return table(
      'Sites', ['Line', 'Access', 'State', 'Function'],
      sorted.map(
          (site) =>
              [site.file ? `${site.line}:${site.column}` : '', kindTexts[site.kind] ?? site.kind,
               el('span', {class: `state-word ${site.state}`}, siteStateText(site)),
               nameButton(site.function ?? '')]));
}

function fileSection(name, sites) {
  const {file} = sites[0];
  const counts = countStates(sites);
  const section =
      el('details', {class: 'file'},
         el('summary', {}, el('span', {class: 'wrap', title: file}, file || 'without debug info'),
            el('span', {class: 'note'}, plural(sites.length, 'site')), stateBar(counts)));
  // Large programs have many files: a file is drawn when it is opened.
  section.addEventListener('toggle', () => {
    if (section.open && section.children.length === 1)
      section.append(
          ...[file && linesOf(name) && markedSource(name, lineMarks(sites)), siteTable(sites)]
              .filter(Boolean));
  });
  return section;
}

function fileSections(wanted) {
  const sites = model.sites.filter((site) => !wanted || site.state === wanted);
  const files = [...Map.groupBy(sites, sourceName)];
  const sections = files.map(([name, here]) => fileSection(name, here));
  if (sections.length && sections.length < 4)
    sections.forEach((section) => {
      section.open = true;
    });
  return sections.length ? sections : [el('p', {}, 'No such sites.')];
}

function sourceFiles() {
  const files = el('div', {}, fileSections(''));
  const choice =
      el('select', {onchange: () => files.replaceChildren(...fileSections(choice.value))},
         el('option', {value: ''}, 'all'),
         states.toReversed().map((state) => el('option', {value: state}, stateTexts[state])));
  return [el('label', {class: 'note'}, 'State ', choice), files];
}

function suppressionTable() {
  return table(
      'Suppressions', ['Pattern', 'Reason', 'Hits'],
      model.suppressions.map(
          ({pattern, reason, hits}) =>
              [el('code', {}, pattern), reason ?? '',
               hits || el('span', {class: 'badge'}, 'matched nothing')]));
}

function showCoverage() {
  const page = byId('coverage');
  if (page.hasChildNodes()) return;
  const counts = siteCounts(model);
  const cards = [
    card('h2', 'Access sites', stateBar(counts), legend(counts)),
    card('h2', 'Not analysed', reasonTable()),
    model.kernels.length && card('h2', 'Kernels', kernelTable()),
    model.sites.length && card('h2', 'Source lines', sourceFiles()),
    model.suppressions.length && card('h2', 'Suppressions', suppressionTable()),
  ];
  page.append(...cards.filter(Boolean));
}
