// Short forms of names of functions and files.

const longName = 44;

/** Index behind the bracket that closes the one at `open`. */
function closing(name, open) {
  let depth = 0;
  for (let i = open; i < name.length; ++i) {
    if ('<([{'.includes(name[i]))
      ++depth;
    else if (name[i] === '>' && name[i - 1] === '-')
      continue;
    else if ('>)]}'.includes(name[i]) && --depth === 0)
      return i + 1;
  }
  return name.length;
}

/** Arguments of templates and functions become an ellipsis. */
function withoutArguments(name) {
  const operators = /operator\s*(?:\(\)|\[\]|<=>|->\*?|<<=?|>>=?|[<>]=?)/y;
  let short = '';
  for (let i = 0; i < name.length;) {
    operators.lastIndex = i;
    const operator = operators.exec(name);
    const isBracket = name[i] === '<' || name[i] === '(';
    const end = operator ? operators.lastIndex : isBracket ? closing(name, i) : i + 1;
    const part = name.slice(i, end);
    short += isBracket && !operator && part.length > 2 ? `${part[0]}…${part.at(-1)}` : part;
    i = end;
  }
  return short;
}

/** Demangled names of templates start with the type that they return. */
const withoutResult = (name) =>
    name.includes('operator ') ? name : name.replace(/^[^(]* (?=[^ (]+\()/, '');

function shortName(name) {
  if (name.length <= longName) return name;
  return withoutResult(withoutArguments(name.replaceAll('(anonymous namespace)', '{anonymous}')));
}

/** For lists: the full name is shown when the mouse is on it. */
const nameText = (name) =>
    el('span', {class: 'name', title: shortName(name) === name ? null : name}, shortName(name));

/** A name that expands. */
function nameButton(name) {
  const short = shortName(name);
  if (short === name) return el('code', {class: 'name'}, name);
  const toggle = button(short, () => {
    const isOpen = toggle.getAttribute('aria-expanded') === 'true';
    toggle.setAttribute('aria-expanded', String(!isOpen));
    toggle.textContent = isOpen ? short : name;
  }, {class: 'name expands', title: name, 'aria-expanded': 'false'});
  return toggle;
}

/** The name under which the page has a file: that of the report is relative to a directory. */
const sourceName = ({file, directory}) => (directory ? `${directory}/${file}` : file);

const baseName = (path) => path.slice(path.lastIndexOf('/') + 1);

/** Files of one name keep their folder. */
const ambiguous = new Map();
function noteFile(path) {
  const base = baseName(path);
  if (!ambiguous.has(base))
    ambiguous.set(base, path);
  else if (ambiguous.get(base) !== path)
    ambiguous.set(base, null);
}

function shortFile(path) {
  const base = baseName(path);
  return ambiguous.get(base) === null ? path.split('/').slice(-2).join('/') : base;
}

const placeText = (frame) => `${shortFile(frame.file)}:${frame.line}`;
