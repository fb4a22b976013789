// One finding in full.

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const isRace = (finding) => finding.type === 'race';
const isProved = (finding) => finding.detector === 'verify';

function accessTitle(access) {
  const size = access.site_known && access.size ? ` of ${plural(access.size, 'byte')}` : '';
  const scope =
      access.kind?.startsWith('atomic') && access.scope !== 'none' ? `, ${access.scope} scope` : '';
  return capital(kindText(access)) + size + scope;
}

/** Lines of the same file that the page marks: of this frame, and of the other access. */
function marksFor(frame, letter, finding) {
  const marks = new Map();
  finding.accesses.forEach((access, i) => {
    const other = siteFrame(access);
    if (other && sourceName(other) === sourceName(frame) && letters[i] !== letter)
      marks.set(other.line, {tag: letters[i], class: `other ${letters[i]}`});
  });
  const isShared = marks.has(frame.line);
  marks.set(frame.line, {
    tag: isShared ? letters.join('') : letter,
    class: `marked ${letter}`,
    column: frame.column,
  });
  return marks;
}

function missingSource(access, frame) {
  if (!access.site_known) return 'The line is not known: the shadow cell had no room for it.';
  if (!frame?.file)
    return `No debug info: access ${access.ordinal} of ${frame?.function ?? 'the kernel'}. ` +
        'Compile with -gline-tables-only or -g for lines.';
  return 'The source is not part of this page.';
}

function frameSource(access, frame, letter, finding) {
  const pane = frame?.file &&
      sourcePane(frame, marksFor(frame, letter, finding),
                 `Source of ${letter}: ${frame.file} around line ${frame.line}`);
  return pane || el('p', {class: 'missing'}, missingSource(access, frame));
}

function frameButton(frame, onclick) {
  const column = frame.column ? `:${frame.column}` : '';
  return button(`${placeText(frame)}${column}`, onclick, {class: 'place', title: frame.file});
}

/** The chain of inlined calls; each of its lines can be shown. */
function frameList(access, show) {
  const frames = access.frames ?? [];
  const places = frames.map((frame, i) => frame.file ? frameButton(frame, () => {
                              press(i);
                              show(frame);
                            }) : el('span', {class: 'place'}, `access ${access.ordinal}`));
  const press = (number) => places.forEach((place, i) => {
    if (frames[i].file) place.setAttribute('aria-pressed', String(i === number));
  });
  press(0);
  return el(
      'ol', {class: 'frames', start: 0},
      frames.map(
          (frame, i) =>
              el('li', {}, places[i], nameButton(frame.function),
                 i + 1 < frames.length && el('span', {class: 'note'}, 'inlined'))));
}

/** Of a counterexample none is the earlier one. */
function accessOrder(finding, i) {
  if (!isRace(finding)) return 'Access';
  return (
      isProved(finding) ? ['One access', 'Other access'] : ['Later access', 'Earlier access'])[i];
}

const foundBy = {
  ld: 'values: two passes of the code differed',
  verify: 'a counterexample, whose two threads the compiler ran',
};

function accessCard(access, i, finding) {
  const letter = letters[i];
  const source =
      el('div', {},
         frameSource(access, access.site_known ? access.frames?.[0] : null, letter, finding));
  const show = (frame) => {
    source.replaceChildren(frameSource(access, frame, letter, finding));
    revealMarks(source);
  };
  const order = accessOrder(finding, i);
  return el(
      'section', {class: `access ${letter}`, 'aria-label': `${order}: ${accessTitle(access)}`},
      el('h3', {}, tag(letter), `${accessTitle(access)}`,
         el('span', {class: 'note'}, order.toLowerCase())),
      el('p', {class: 'who'}, `by ${threadText(access, i === 1)}`,
         isThread(access) &&
             el('span', {class: 'note'}, `warp ${access.warp}, lane ${access.lane}`)),
      access.site_known && frameList(access, show), source);
}

function elementText(finding) {
  const offset = finding.memory.object?.offset ?? finding.memory.address;
  const size = finding.accesses[0]?.size;
  const element =
      size > 1 && offset % size === 0 ? ` = element ${offset / size} of size ${size}` : '';
  return `byte ${offset}${element}`;
}

/** The variable's full name has the types of its kernel. */
const objectElement = ({object}, text) =>
    object?.kind === 'variable' ? nameButton(object.name) : text;

function memorySection(finding) {
  const {memory} = finding;
  if (!memory) return null;
  const object = memory.object ?? {};
  return card('h3', 'Memory', memoryDrawing(memory, finding.accesses[0]?.size), terms([
                ['Object', memory.object ? objectElement(memory, finding.object) : null],
                ['Space', memory.space],
                ['Declared', object.kind === 'variable' ? object.where : null],
                ['Element', object.kind && object.kind !== 'unknown' ? elementText(finding) : null],
                ['Size', object.size ? plural(object.size, 'byte') : null],
                ['Address', isProved(finding) ? null : addressText(memory)],
                ['Around', finding.surroundings],
              ]));
}

function addressText(memory) {
  if (memory.address == null) return null;
  const digits = `0x${memory.address.toString(16)}`;
  return el('code', {}, memory.space === 'shared' ? `shared memory offset ${digits}` : digits);
}

function threadsSection(finding) {
  const drawings =
      finding.type === 'divergence' ? divergenceDrawing(finding) : threadDrawings(finding);
  return drawings && card('h3', 'Threads', drawings);
}

function repairSection(finding) {
  if (!finding.reason && !finding.repair) return null;
  return el(
      'section', {class: 'card repair', 'aria-label': 'Reason and repair'},
      finding.reason &&
          [
            el('h3', {}, isRace(finding) ? 'Why it is a race' : 'Why'),
            el('p', {}, `${capital(finding.reason)}.`)
          ],
      finding.repair && [el('h3', {}, 'Repair'), el('p', {class: 'strong'}, finding.repair)]);
}

const shellWord = (word) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** What to type to see the finding again. */
function commandText(run, schedule) {
  const words = (run.command ?? []).map(shellWord).join(' ');
  const options = schedule ? `WARPSAN_OPTIONS=${shellWord(schedule)} ` : '';
  return `${run.directory ? `cd ${shellWord(run.directory)} && ` : ''}${options}${words}`;
}

function reproduceSection(finding) {
  const {run} = finding.seenBy[0];
  if (!run.command?.length) return null;
  const command = commandText(run, finding.schedule);
  const copy = button('Copy', () => copyText(command, copy), {class: 'quiet'});
  return card(
      'h3', 'Reproduce',
      el('div', {class: 'command-line'}, el('pre', {class: 'command', tabindex: 0}, command), copy),
      terms([
        ['Schedule', finding.schedule], ['Target', run.target],
        ['Process', processCount(model) > 1 ? run.label : null]
      ]));
}

function seenText(finding) {
  const times = isProved(finding) ?
      plural(finding.count, 'pair') :
      `${finding.count_known === false ? 'at least ' : ''}${plural(finding.count ?? 1, 'time')}`;
  const also = finding.also?.length ? `; also ${finding.also.join(', ')}` : '';
  return times + also;
}

const processText = (finding) =>
    finding.seenBy.map(({label, count}) => label + (count ? ` (${plural(count, 'time')})` : ''))
        .join(', ');

function launchSection(finding) {
  const {launch} = finding;
  const where = launch?.where ? ` at ${launch.where}` : '';
  const hasId = finding.id && finding.type !== 'divergence';
  return card(
      'h3', 'Launch', terms([
        ['Kernel', nameButton(finding.kernel)],
        ['Launch', launch?.number ? `number ${launch.number}${where}` : null],
        ['Grid, block', launch?.grid && `${indexText(launch.grid)}, ${indexText(launch.block)}`],
        ['Processes', processCount(model) > 1 ? processText(finding) : null],
        ['Given', finding.given?.join(', ')],
        ['Found by', foundBy[finding.detector]],
        [
          'Values',
          finding.same_value && !isProved(finding) ? 'the store did not change memory in this run' :
                                                     null
        ],
        ['Id', hasId ? el('code', {}, finding.id) : null],
      ]));
}

function suppressedNote(finding) {
  if (!finding.suppressed) return null;
  const {pattern, reason} = finding.suppressed;
  return el(
      'p', {class: 'notice'}, 'Suppressed by ', el('code', {}, pattern),
      reason ? `: ${reason}` : '');
}

function leadText(finding) {
  if (finding.type === 'divergence') return `${finding.barrier} and ${finding.other_barrier}`;
  const accesses =
      finding.accesses.map((access) => `${kindText(access)} at ${siteText(access)}`).join(' and ');
  return `${accesses}${isRace(finding) ? ' are not ordered' : ''} · ${
      isProved(finding) ? 'refuted' : 'seen'} ${seenText(finding)}`;
}

function findingHeading(finding) {
  return el(
      'header', {}, el('h2', {}, capital(finding.title)),
      el('p', {class: 'lead'}, leadText(finding)));
}

/** All that is known of a finding; also what is printed. */
function findingElements(finding) {
  return [
    findingHeading(finding),
    suppressedNote(finding),
    repairSection(finding),
    finding.accesses.length > 0 &&
        el('div', {class: 'accesses'},
           finding.accesses.map((access, i) => accessCard(access, i, finding))),
    threadsSection(finding),
    el('div', {class: 'cards'}, memorySection(finding), launchSection(finding)),
    reproduceSection(finding),
  ].filter(Boolean);
}
