// The frame of the page: pages, keys, theme, printing, and the place in the address.

const model = readModel(data.lines);
const pages = {
  findings: () => {},
  coverage: showCoverage,
  runs: showRuns
};
const mostPrinted = 200;
let page = 'findings';

function showPage(name) {
  page = name;
  pages[name]();
  for (const other of Object.keys(pages)) byId(other).hidden = other !== name;
  for (const choice of document.querySelectorAll('nav button'))
    choice.setAttribute('aria-current', choice.dataset.page === name ? 'page' : 'false');
  rememberPlace();
}

/** The address names what is shown, so that it can be sent. Browsers limit how often it changes. */
let placeTimer = 0;
function rememberPlace() {
  clearTimeout(placeTimer);
  placeTimer = setTimeout(() => {
    const place =
        new URLSearchParams({page, view, ...(selected?.finding.id && {id: selected.finding.id})});
    history.replaceState(null, '', `#${place}`);
  }, 200);
}

function restorePlace(place) {
  if (Object.hasOwn(views, place.get('view') ?? '')) setView(place.get('view'));
  const finding = model.findings.find(({id}) => id && id === place.get('id'));
  if (finding?.suppressed) {
    byId('suppressed').value = 'show';
    updateList();
  }
  const index = rows.findIndex((row) => row.finding === finding);
  if (index >= 0) goTo(index, 'center');
  showPage(Object.hasOwn(pages, place.get('page') ?? '') ? place.get('page') : 'findings');
}

const themes = {
  auto: 'Theme: auto',
  light: 'Theme: light',
  dark: 'Theme: dark'
};

/** Pages from files have no storage in some browsers: the choice then lasts until reload. */
function storedTheme() {
  try {
    return localStorage.getItem('warpsan-theme');
  } catch {
    return null;
  }
}

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  byId('theme').textContent = themes[name];
  try {
    localStorage.setItem('warpsan-theme', name);
  } catch { /* see storedTheme */
  }
}

function nextTheme() {
  const names = Object.keys(themes);
  setTheme(names[(names.indexOf(document.documentElement.dataset.theme) + 1) % names.length]);
}

function focusFilter() {
  showPage('findings');
  showListOnly();
  byId('text').select();
  byId('text').focus();
}

function toggleSuppressed() {
  const choice = byId('suppressed');
  choice.value = choice.value === 'show' ? 'hide' : 'show';
  updateList();
}

const onFindings = (action) => () => {
  if (page === 'findings') action();
};

/** Keys of the page: keys, what they do, in words. */
const shortcuts = [
  {keys: ['j', 'ArrowDown'], text: 'next finding', action: onFindings(() => step(1))},
  {keys: ['k', 'ArrowUp'], text: 'finding before', action: onFindings(() => step(-1))},
  {keys: ['Home'], text: 'first finding', action: onFindings(() => step(-Infinity))},
  {keys: ['End'], text: 'last finding', action: onFindings(() => step(Infinity))},
  {
    keys: ['Enter'],
    text: 'go to the finding',
    action: onFindings(() => {
      showFindingOnly();
      detail.focus();
    })
  },
  {keys: ['Escape'], text: 'back to the list', action: onFindings(showListOnly)},
  {keys: ['/'], text: 'filter', action: focusFilter},
  ...Object.entries(views).map(([name, {text}], i) => ({
                                 keys: [String(i + 1)],
                                 text: `view ${text.toLowerCase()}`,
                                 action: onFindings(() => setView(name))
                               })),
  {keys: ['s'], text: 'show or hide suppressed findings', action: onFindings(toggleSuppressed)},
  {keys: ['f'], text: 'findings', action: () => showPage('findings')},
  {keys: ['c'], text: 'coverage', action: () => showPage('coverage')},
  {keys: ['r'], text: 'run', action: () => showPage('runs')},
  {keys: ['t'], text: 'light or dark', action: nextTheme},
  {keys: ['?'], text: 'this help', action: () => byId('help').showModal()},
];
const listKeys = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'Enter'];

/** Keys that move and act elsewhere keep their meaning outside of the list. */
function isTaken(event) {
  const {target, key} = event;
  if (event.ctrlKey || event.metaKey || event.altKey || byId('help').open) return true;
  if (target.matches('input, select')) return true;
  return listKeys.includes(key) && target !== document.body && !list.contains(target);
}

function onKey(event) {
  if (event.key === 'Escape' && event.target === byId('text')) {
    event.target.value = '';
    updateList();
    focusList();
    return;
  }
  if (event.key === 'ArrowDown' && event.target === byId('text')) focusList();
  const shortcut = shortcuts.find(({keys}) => keys.includes(event.key));
  if (!shortcut || isTaken(event)) return;
  event.preventDefault();
  shortcut.action();
}

const keyNames = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc'
};

function fillHelp() {
  byId('keys').append(...shortcuts.map(
      ({keys, text}) =>
          el('tr', {}, el('td', {}, keys.map((key) => el('kbd', {}, keyNames[key] ?? key))),
             el('td', {}, text))));
}

/** Paper gets the findings of the list in full, one behind the other. */
function fillPrint() {
  if (page !== 'findings') return;
  const left = shownFindings.length - mostPrinted;
  byId('print').replaceChildren(
      ...shownFindings.slice(0, mostPrinted)
          .map((finding) => el('article', {}, findingElements(finding))),
      left > 0 ?
          el('p', {}, `${plural(left, 'more finding')} not printed: filter the list first.`) :
          '');
}

function start() {
  showSummary();
  startFindings();
  fillHelp();
  setTheme(Object.hasOwn(themes, storedTheme() ?? '') ? storedTheme() : 'auto');
  const place = new URLSearchParams(location.hash.slice(1));
  setView('race');
  restorePlace(place);
  for (const choice of document.querySelectorAll('nav button'))
    choice.addEventListener('click', () => showPage(choice.dataset.page));
  byId('theme').addEventListener('click', nextTheme);
  byId('help-button').addEventListener('click', () => byId('help').showModal());
  document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    byId('content').focus();
  });
  document.addEventListener('keydown', onKey);
  addEventListener('beforeprint', fillPrint);
  addEventListener('afterprint', () => byId('print').replaceChildren());
}

start();
