// The lines of the report as what the page shows: findings of all processes, each once,
// and the coverage of all together.

// Both: worst first.
const severity = ['races', 'unanalysed', 'merged', 'deterministic', 'none'];
const states = ['not-analysed', 'checked', 'proved', 'not-launched'];
const stateTexts = {
  checked: 'checked at run time',
  proved: 'proved safe',
  'not-analysed': 'not analysed',
  'not-launched': 'not launched',
};

const kindTexts = {
  read: 'read',
  write: 'write',
  'atomic-load': 'atomic load',
  'atomic-store': 'atomic store',
  'atomic-rmw': 'atomic update',
};

function kindText(access) {
  if (!access.site_known) return 'access';
  const words = [
    access.volatile && 'volatile',
    access.non_coherent && 'non-coherent',
    access.matrix && 'matrix',
    access.bulk && 'bulk',
    kindTexts[access.kind] ?? access.kind,
  ];
  return words.filter(Boolean).join(' ');
}

/** The innermost frame, if it has a line. */
function siteFrame(access) {
  const frame = access?.site_known ? access.frames?.[0] : null;
  return frame?.file ? frame : null;
}

function siteText(access) {
  if (!access.site_known) return 'line not known';
  const frame = access.frames?.[0];
  if (frame?.file) return placeText(frame);
  return `${shortName(frame?.function ?? 'unknown')}, access ${access.ordinal}`;
}

/** The object, or for what is in none the nearest one. */
const nearestObject = (memory) => memory?.object ?? memory?.nearest?.object;

function objectText(memory) {
  const object = nearestObject(memory) ?? {};
  const space = memory?.space === 'shared' ? 'shared' : 'global';
  switch (object.kind) {
    case 'variable':
      return `${space} variable ${shortName(object.name)}`;
    case 'allocation':
      return `allocation by ${object.name}${object.where ? ` at ${object.where}` : ''}`;
    case 'region':
      return `region ${object.name}`;
    case 'parameter':
      return `what ${object.name} leads to`;
    case 'heap':
      return object.name || 'device heap';
    default:
      return `${space} memory`;
  }
}

/** The process, or the merged ones, that a finding or a verdict belongs to. */
function newRun(line, number) {
  const run = {...line, number, verdict: null};
  run.label = line.processes > 1 ? `${line.processes} merged processes` :
      line.rank != null ? `rank ${line.rank}` :
                          `process ${line.pid ?? number}`;
  return run;
}

const processCount = (model) => model.runs.reduce((sum, run) => sum + (run.processes ?? 1), 0);

function searchText(finding) {
  const frames = finding.accesses.flatMap((access) => access.frames ?? []);
  return [
    finding.id, finding.class, finding.title, finding.kernel, finding.object,
    finding.memory?.object?.name, finding.reason, finding.barrier, finding.other_barrier,
    finding.suppressed?.pattern, finding.suppressed?.reason, ...finding.accesses.map(kindText),
    ...frames.map((frame) => `${frame.function} ${frame.file}:${frame.line}`)
  ].join('\n')
      .toLowerCase();
}

/** What the kinds of findings have in common. */
const findingKinds = {
  race: (line) => line,
  'out-of-bounds': (line) => ({
    ...line,
    class: line.type,
    title: 'out of bounds',
    accesses: [line.access],
    reason: 'no allocation that is known holds these bytes',
  }),
  divergence: (line) => ({
    ...line,
    class: line.type,
    title: 'barrier divergence',
    accesses: [],
    id: `divergence ${line.kernel} ${line.barrier} ${line.other_barrier}`,
    launch: {kernel: line.kernel, number: line.launch},
    reason: 'lanes of one warp wait for each other at different block barriers, ' +
        'which CUDA leaves undefined',
  }),
};

/** What a damaged or newer report leaves out must not keep the rest from being shown. */
const usual = {
  finding: {id: '', class: 'unknown', title: 'finding', suppressed: null, count: 1, processes: 1},
  access: {known: '', site_known: false, frames: []},
  kernel: {kernel: 'unknown kernel', launches: 0, launches_checked: 0},
  site: {function: '', file: '', line: 0, column: 0, kind: 'access'},
};

function newFinding(line) {
  const finding = {...usual.finding, ...findingKinds[line.type](line), seenBy: []};
  finding.accesses = (finding.accesses ?? []).map((access) => ({...usual.access, ...access}));
  finding.kernel = finding.launch?.kernel ?? usual.kernel.kernel;
  finding.object = objectText(finding.memory);
  finding.search = searchText(finding);
  return finding;
}

/** Who saw it: the process of the line, or for merged reports those that it names. */
function seenBy(run, line) {
  if (line.ranks?.length) return line.ranks.map((rank) => ({run, label: `rank ${rank}`}));
  return [{run, label: run.label, count: line.count}];
}

/** A finding that several processes have is shown once, with the example of the first. */
function addFinding(model, run, line) {
  const finding = newFinding(line);
  const key = finding.id ? `${line.type} ${finding.id}` : `line ${model.findings.size}`;
  const known = model.findings.get(key);
  if (known) {
    known.count += finding.count;
    known.count_known &&= finding.count_known;
    known.suppressed &&= finding.suppressed;
    known.processes += finding.processes;
  } else {
    model.findings.set(key, finding);
  }
  (known ?? finding).seenBy.push(...seenBy(run, line));
}

/** Processes of one program: launches add up, its sites do not. */
function addKernel(model, line) {
  const known = model.kernels.get(line.kernel);
  if (!known) {
    model.kernels.set(line.kernel, {...usual.kernel, ...line});
    return;
  }
  for (const name of ['launches', 'launches_checked']) known[name] += line[name] ?? 0;
  for (const name of ['sites', 'checked', 'proved', 'not_analysed', 'never_reached'])
    known[name] = Math.max(known[name] ?? 0, line[name] ?? 0);
}

/**
 * By source position. One process or kernel in which a site was not analysed is enough; so is
 * one in which it ran.
 */
function addSite(model, line) {
  const key = [
    line.function, line.file, line.line, line.column, line.kind, line.size, line.ordinal
  ].join('\n');
  const known = model.sites.get(key);
  if (!known || states.indexOf(line.state) < states.indexOf(known.state))
    model.sites.set(key, {...usual.site, ...line});
}

function addSuppression(model, line) {
  const known = model.suppressions.get(line.pattern);
  if (known)
    known.hits += line.hits ?? 0;
  else
    model.suppressions.set(line.pattern, {...line});
}

function currentRun(model) {
  if (!model.runs.length) model.runs.push(newRun({type: 'run'}, 1));
  return model.runs.at(-1);
}

function addLine(model, line) {
  switch (line.type) {
    case 'run':
      model.runs.push(newRun(line, model.runs.length + 1));
      break;
    case 'race':
    case 'out-of-bounds':
    case 'divergence':
      addFinding(model, currentRun(model), line);
      break;
    case 'kernel':
      addKernel(model, line);
      break;
    case 'site':
      addSite(model, line);
      break;
    case 'suppression':
      addSuppression(model, line);
      break;
    case 'note':
      model.notes.add(line.text);
      break;
    case 'verdict':
      currentRun(model).verdict = line;
      break;
  }
}

function noteFiles(model) {
  for (const finding of model.findings)
    for (const access of finding.accesses)
      for (const frame of access.frames ?? [])
        if (frame.file) noteFile(frame.file);
  for (const site of model.sites)
    if (site.file) noteFile(site.file);
}

function readModel(lines) {
  const model = {
    runs: [],
    findings: new Map(),
    kernels: new Map(),
    sites: new Map(),
    suppressions: new Map(),
    notes: new Set()
  };
  for (const line of lines) addLine(model, line);
  for (const name of ['findings', 'kernels', 'sites', 'suppressions'])
    model[name] = [...model[name].values()];
  model.findings.sort((a, b) => Boolean(a.suppressed) - Boolean(b.suppressed));
  noteFiles(model);
  return model;
}

/** The worst of all processes; null if one of them left none and no other found races. */
function overallVerdict(model) {
  const words = model.runs.map((run) => run.verdict?.verdict);
  if (words.includes('races')) return 'races';
  if (!words.length || words.includes(undefined)) return null;
  return severity.find((word) => words.includes(word)) ?? words[0];
}

/** Sites by state: of one process as it counted them, of several from the merged sites. */
function siteCounts(model) {
  const counts = {checked: 0, proved: 0, 'not-analysed': 0, 'not-launched': 0};
  for (const site of model.sites) ++counts[site.state];
  const verdict = model.runs.length === 1 ? model.runs[0].verdict : null;
  if (verdict) {
    counts.checked = verdict.checked ?? 0;
    counts.proved = verdict.proved ?? 0;
    counts['not-analysed'] = verdict.not_analysed ?? 0;
  }
  return counts;
}
