// Elements of the page. Names of jobs, users and queues come in as text and stay text.

const byId = (id) => document.getElementById(id);

/** An element with attributes; children are elements or texts. */
function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** The same of a drawing. */
function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** A part of the page with a heading, and what it is about below that. */
function section(title, about, ...children) {
  const id = 'h-' + title.toLowerCase().replace(/[^a-z]+/g, '-');
  return el('section', {'aria-labelledby': id}, el('h2', {id}, title),
      about ? el('p', {class: 'about'}, about) : null, ...children);
}

/** A table; numbers stand at the right. `heads`: names; rows: lists of texts and numbers. */
function table(caption, heads, rows) {
  const cell = (value, at) => at === 0 ? el('th', {scope: 'row'}, String(value)) :
      el('td', {class: typeof value === 'number' || /^[-\d]/.test(value) ? 'number' : ''},
          typeof value === 'number' ? count(value) : String(value));
  return el('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption},
      el('table', {}, el('caption', {}, caption),
          el('thead', {}, el('tr', {}, ...heads.map((head) => el('th', {scope: 'col'}, head)))),
          el('tbody', {}, ...rows.map((row) => el('tr', {}, ...row.map(cell))))));
}

/** The table behind a picture. It is made when it is opened, since it may be long. */
function behind(title, make) {
  const details = el('details', {class: 'behind'}, el('summary', {}, title));
  const fill = () => {
    if (details.childElementCount === 1) details.append(make());
  };
  details.addEventListener('toggle', fill);
  return details;
}

/** The value of a colour or length that page.css defines. */
function style(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
const paletteSize = 8;
const colour = (at) => style('--c' + at % paletteSize);

/** Calls `draw` when the colours of the page, or how wide it is, have changed. */
const redraws = [];
function onLook(draw) {
  redraws.push(draw);
}
function watchLook() {
  const all = () => redraws.forEach((draw) => draw());
  for (const look of ['(prefers-color-scheme: dark)', 'print'])
    matchMedia(look).addEventListener('change', all);
  let due = 0;
  addEventListener('resize', () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(all);
  });
}

/** A canvas that is as wide as its place, with the name that a screen reader says. */
function canvas(label, height) {
  const element = el('canvas', {role: 'img', 'aria-label': label, tabindex: 0});
  element.style.height = height + 'px';
  return element;
}

/** Gives the canvas as many pixels as the screen has there, and returns what draws on it. */
function prepared(element) {
  const ratio = Math.min(devicePixelRatio || 1, 2);
  const width = Math.max(element.clientWidth, 1);
  const height = Math.max(element.clientHeight, 1);
  if (element.width !== Math.round(width * ratio)) element.width = Math.round(width * ratio);
  if (element.height !== Math.round(height * ratio)) element.height = Math.round(height * ratio);
  const pen = element.getContext('2d');
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.font = '12px ' + style('--font');
  return {pen, width, height, ratio};
}
