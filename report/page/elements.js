// Elements of the page. Text becomes text nodes, never markup: names and sources
// of a report may hold anything.
'use strict';

function setAttribute(element, name, value) {
  if (name.startsWith('on'))
    element.addEventListener(name.slice(2), value);
  else if (value === true)
    element.setAttribute(name, '');
  else if (value !== false && value != null)
    element.setAttribute(name, value);
}

function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes))
    setAttribute(element, attribute, value);
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

const byId = (id) => document.getElementById(id);

/** A button that acts on the page. */
const button = (text, onclick, attributes = {}) =>
    el('button', {type: 'button', onclick, ...attributes}, text);

const plural = (count, one, many = one + 's') =>
    `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Rows of a list of terms; those without a value are left out. */
function terms(rows) {
  const shown = rows.filter(([, value]) => value != null && value !== '');
  return el('dl', {}, shown.map(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}

/** A table that scrolls by itself where it is too wide. */
function table(label, heads, rows) {
  return el(
      'div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label},
      el('table', {},
         el('thead', {}, el('tr', {}, heads.map((head) => el('th', {scope: 'col'}, head)))),
         el('tbody', {}, rows.map((row) => el('tr', {}, row.map((cell) => el('td', {}, cell)))))));
}

/** A part of a page with its title. */
const card = (level, title, ...children) =>
    el('section', {class: 'card', 'aria-label': title}, el(level, {}, title), children);

async function copyText(text, from) {
  try {
    await navigator.clipboard.writeText(text);
    from.textContent = 'Copied';
  } catch {
    from.textContent = 'Not allowed';
  }
  setTimeout(() => {
    from.textContent = 'Copy';
  }, 1500);
}
