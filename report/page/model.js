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

function objectText(memory) {
  const object = memory?.object ?? {};
  const space = memory?.space === 'shared' ? 'shared' : 'global';
  switch (object.kind) {
    case 'variable': return `${space} variable ${shortName(object.name)}`;
    case 'allocation':
      return `allocation by ${object.name}${object.where ? ` at ${object.where}` : ''}`;
    case 'heap': return object.name || 'device heap';
    default: return `${space} memory`;
  }
}

/** The process that a finding or a verdict belongs to. */
function newRun(line, number) {
  const run = {...line, number, verdict: null};
  run.label = line.rank != null ? `rank ${line.rank}` : `process ${line.pid ?? number}`;
  return run;
}

function searchText(finding) {
  const frames = finding.accesses.flatMap((access) => access.frames ?? []);
  return [finding.id, finding.class, finding.title, finding.kernel, finding.object, finding.memory?.object?.name,
    finding.reason, finding.suppressed?.pattern, finding.suppressed?.reason,
    ...finding.accesses.map(kindText),
    ...frames.map((frame) => `${frame.function} ${frame.file}:${frame.line}`)]
    .join('\n').toLowerCase();
}

function newFinding(line) {
  const isRace = line.type === 'race';
  const finding = {
    ...line,
    title: isRace ? line.title : 'out of bounds',
    class: isRace ? line.class : 'out-of-bounds',
    accesses: (isRace ? line.accesses : [line.access]).filter(Boolean),
    kernel: line.launch?.kernel ?? 'unknown kernel',
    object: objectText(line.memory),
    suppressed: line.suppressed ?? null,
    seenBy: [],
  };
  finding.search = searchText(finding);
  return finding;
}

/** A finding that several processes have is shown once, with the example of the first. */
function addFinding(model, run, line) {
  const key = line.id ? `${line.type} ${line.id}` : `line ${model.findings.size}`;
  if (!model.findings.has(key)) model.findings.set(key, newFinding({id: '', ...line}));
  const finding = model.findings.get(key);
  if (finding.seenBy.length) {
    finding.count += line.count ?? 0;
    finding.count_known &&= line.count_known;
  }
  finding.seenBy.push({run, count: line.count});
}

/** Processes of one program: launches add up, its sites do not. */
function addKernel(model, line) {
  const known = model.kernels.get(line.kernel);
  if (!known) {
    model.kernels.set(line.kernel, {...line});
    return;
  }
  for (const name of ['launches', 'launches_checked']) known[name] += line[name] ?? 0;
  for (const name of ['sites', 'checked', 'proved', 'not_analysed', 'never_reached'])
    known[name] = Math.max(known[name] ?? 0, line[name] ?? 0);
}

/** One process that did not analyse a site is enough; one that launched it is, too. */
function addSite(model, line) {
  const key = [line.kernel, line.function, line.file, line.line, line.column, line.kind].join('\n');
  const known = model.sites.get(key);
  if (!known || states.indexOf(line.state) < states.indexOf(known.state)) model.sites.set(key, line);
}

function addSuppression(model, line) {
  const known = model.suppressions.get(line.pattern);
  if (known) known.hits += line.hits ?? 0;
  else model.suppressions.set(line.pattern, {...line});
}

function currentRun(model) {
  if (!model.runs.length) model.runs.push(newRun({type: 'run'}, 1));
  return model.runs.at(-1);
}

function addLine(model, line) {
  switch (line.type) {
    case 'run': model.runs.push(newRun(line, model.runs.length + 1)); break;
    case 'race':
    case 'out-of-bounds': addFinding(model, currentRun(model), line); break;
    case 'kernel': addKernel(model, line); break;
    case 'site': addSite(model, line); break;
    case 'suppression': addSuppression(model, line); break;
    case 'verdict': currentRun(model).verdict = line; break;
  }
}

function noteFiles(model) {
  for (const finding of model.findings)
    for (const access of finding.accesses)
      for (const frame of access.frames ?? []) if (frame.file) noteFile(frame.file);
  for (const site of model.sites) if (site.file) noteFile(site.file);
}

function readModel(lines) {
  const model = {runs: [], findings: new Map(), kernels: new Map(), sites: new Map(),
    suppressions: new Map()};
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
    counts.checked = verdict.checked;
    counts.proved = verdict.proved;
    counts['not-analysed'] = verdict.not_analysed;
  }
  return counts;
}
