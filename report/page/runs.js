// The verdict, and the processes that it is of.

const verdictTexts = {
  races: 'Races found',
  none: 'No race observed',
  unanalysed: 'Not fully analysed',
  deterministic: 'Deterministic',
  merged: 'Merged',
};

const verdictText = (word) =>
    (word ? verdictTexts[word] ?? word : 'No verdict: the run ended early');

function tile(value, text, className = '') {
  return el('div', {class: `tile ${className}`}, el('strong', {}, value), ` ${text}`);
}

function findingTiles() {
  const shown = model.findings.filter((finding) => !finding.suppressed);
  const races = shown.filter(isRace).length;
  const count = (type) => shown.filter((finding) => finding.type === type).length;
  const beyond = count('out-of-bounds'), divergences = count('divergence');
  const suppressed = model.findings.length - shown.length;
  return [
    tile(races.toLocaleString('en'), races === 1 ? 'race' : 'races'),
    beyond > 0 && tile(beyond, 'out of bounds'),
    divergences > 0 &&
        tile(divergences, divergences === 1 ? 'barrier divergence' : 'barrier divergences'),
    suppressed > 0 && tile(suppressed, 'suppressed'),
  ];
}

/** "3/3" of each process; the worst is shown. */
function kernelsText() {
  const counts = model.runs.map((run) => run.verdict?.kernels).filter(Boolean);
  const left = (text) => {
    const [analysed, all] = text.split('/');
    return analysed - all;
  };
  return counts.sort((a, b) => left(a) - left(b))[0];
}

function sitesTile() {
  const counts = siteCounts(model);
  const total = counts.checked + counts.proved + counts['not-analysed'];
  return el(
      'div', {class: 'tile sites'},
      el('span', {}, el('strong', {}, total.toLocaleString('en')),
         ` sites: ${counts.checked} checked, ${counts.proved} proved, ${
             counts['not-analysed']} not analysed`),
      stateBar({...counts, 'not-launched': 0}));
}

/** What ran, where. */
function originElements() {
  const {runs} = model;
  const targets = [...new Set(runs.map((run) => run.target).filter(Boolean))].join(', ');
  const command = runs[0]?.command?.map(shellWord).join(' ');
  const count = processCount(model);
  return [
    command ? el('code', {title: command}, command) : '',
    el('span', {class: 'note'},
       [targets && `target ${targets}`, count > 1 && plural(count, 'process', 'processes')]
           .filter(Boolean)
           .join(' · ')),
  ];
}

function notices() {
  const cut = model.runs.filter((run) => !run.verdict);
  const lost = model.runs.reduce((sum, run) => sum + (run.verdict?.lost ?? 0), 0);
  return [
    cut.length &&
        `No verdict from ${
            cut.map((run) => run.label).join(', ')}: the run ended before its report did.`,
    data.unreadable && `${plural(data.unreadable, 'line')} of the report could not be read.`,
    lost && `${plural(lost, 'race was', 'races were')} lost: the table of records was full.`,
    ...model.notes,
  ].filter(Boolean)
      .map((text) => el('p', {class: 'notice'}, text));
}

function showSummary() {
  const word = overallVerdict(model);
  const kernels = kernelsText();
  byId('summary').append(
      el('h1', {class: `verdict ${word ?? 'unknown'}`}, verdictText(word)),
      ...findingTiles().filter(Boolean), kernels ? tile(kernels, 'kernels analysed') : '',
      sitesTile(), ...notices());
  byId('origin').append(...originElements());
  document.title = `${verdictText(word)} – WarpSan report`;
}

/** Numbers that a verdict has where they apply. */
const extraTexts = {
  out_of_bounds: 'Out of bounds',
  sync_faults: 'Launches with faulty barriers',
  tolerated: 'Tolerated races',
  resolved: 'Launches without checks, because nothing in them can race',
  filtered: 'Launches that the options left out',
  sampled: 'Launches of which some blocks were checked',
  cache_misses: 'Lost shadow cells',
};

/** What was told of single kernels and pairs of lines. */
function runRemarks(verdict) {
  return [
    ...(verdict?.lenient ?? [])
        .map((pair) => `Ordered only because a poll acquires without a fence: ${pair}`),
    ...(verdict?.unrepeatable ?? [])
        .map(({kernel, obstacles}) => `${kernel} could not be run twice: ${obstacles.join('; ')}`),
    ...(verdict?.lanes_together ?? []).map((kernel) => `${kernel}: lanes share copies`),
  ].map((text) => el('p', {class: 'wrap note'}, text));
}

function verdictRows(verdict) {
  if (!verdict) return [];
  const {sites, checked, proved, not_analysed: notAnalysed} = verdict;
  return [
    ['Races', verdict.races],
    ['Suppressed', verdict.suppressed],
    ['Lost', verdict.lost],
    ['Kernels', verdict.kernels],
    ['Sites', `${sites}: ${checked} checked, ${proved} proved, ${notAnalysed} not analysed`],
    ...Object.entries(extraTexts).map(([name, text]) => [text, verdict[name]]),
    ['Exit code', verdict.exit_code ?? "the program's own"],
  ];
}

function runCard(run) {
  const {verdict} = run;
  const word = verdict?.verdict;
  return card(
      'h2', capital(run.label),
      el('p', {}, el('span', {class: `badge verdict ${word ?? 'unknown'}`}, verdictText(word))),
      run.command && el('pre', {class: 'command', tabindex: 0}, commandText(run)), terms([
        ['Process', run.processes > 1 ? null : run.pid],
        ['Ranks', run.ranks?.join(', ')],
        ['Target', run.target],
        ['Seed', run.seed],
        ['Tool', `${run.tool ?? 'WarpSan'} ${run.version ?? ''}`],
        ...verdictRows(verdict),
      ]),
      runRemarks(verdict));
}

function showRuns() {
  const page = byId('runs');
  if (!page.hasChildNodes()) page.append(...model.runs.map(runCard));
}
