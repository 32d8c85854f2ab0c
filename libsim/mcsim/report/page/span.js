// The part of the run that pictures over time show: one for all of them.

class Span {
  constructor(from, to) {
    this.first = from;
    this.last = Math.max(to, from + 1);
    this.from = this.first;
    this.to = this.last;
    this.listeners = [];
    this.due = 0;
  }
  get length() {
    return this.to - this.from;
  }
  listen(draw) {
    this.listeners.push(draw);
  }
  /** Shows from `from` to `to`, as far as there is something; redraws before the next frame. */
  show(from, to) {
    const whole = this.last - this.first;
    const size = Math.min(Math.max(to - from, Math.min(10, whole)), whole);
    this.from = Math.min(Math.max(from, this.first), this.last - size);
    this.to = this.from + size;
    if (this.due) return;
    this.due = requestAnimationFrame(() => this.draw());
  }
  draw() {
    cancelAnimationFrame(this.due);
    this.due = 0;
    this.listeners.forEach((draw) => draw());
  }
  /** Makes it `factor` times as long; `around` stays where it is. */
  zoom(factor, around = (this.from + this.to) / 2) {
    const size = this.length * factor;
    const part = (around - this.from) / this.length;
    this.show(around - part * size, around + (1 - part) * size);
  }
  move(part) {
    const by = part * this.length;
    const size = this.length;
    const from = Math.min(Math.max(this.from + by, this.first), this.last - size);
    this.show(from, from + size);
  }
  all() {
    this.show(this.first, this.last);
  }
  /** `Mon 5 Jan 2026 09:12 to ...`. */
  text() {
    const withSeconds = this.length < 10 * minute;
    return `${date(this.from, withSeconds)} to ${date(this.to, withSeconds)} ` +
        `(${length(Math.round(this.length))})`;
  }
}

/** The buttons for it, and in words what is shown. */
function spanBar(span) {
  const said = el('output', {class: 'said'});
  const button = (text, title, act) =>
    el('button', {type: 'button', title, 'aria-label': title, onclick: act}, text);
  const bar = el('div', {class: 'bar', role: 'toolbar', 'aria-label': 'Time that is shown'},
      button('\u2212', 'More time', () => span.zoom(2)),
      button('+', 'Less time', () => span.zoom(0.5)),
      button('\u25c0', 'Earlier', () => span.move(-0.5)),
      button('\u25b6', 'Later', () => span.move(0.5)),
      button('All', 'The whole run', () => span.all()), said);
  span.listen(() => {
    said.textContent = span.text();
  });
  return bar;
}

/** Lets wheel, mouse and keys of a picture change the span; its left `margin` is no time. */
function steer(picture, span, margin) {
  const timeAt = (event) => {
    const box = picture.getBoundingClientRect();
    const part = (event.clientX - box.left - margin()) / Math.max(box.width - margin(), 1);
    return span.from + Math.min(Math.max(part, 0), 1) * span.length;
  };
  picture.addEventListener('wheel', (event) => {
    // Else the wheel scrolls the page, as everywhere on it.
    if (!event.ctrlKey && document.activeElement !== picture) return;
    event.preventDefault();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) span.move(event.deltaX / 800);
    else span.zoom(event.deltaY < 0 ? 0.75 : 1 / 0.75, timeAt(event));
  }, {passive: false});
  let begin = null;
  picture.addEventListener('pointerdown', (event) => {
    if (event.button === 0 && event.pointerType === 'mouse') begin = timeAt(event);
  });
  picture.addEventListener('pointermove', (event) => {
    picture.dispatchEvent(new CustomEvent('select',
        {detail: begin === null ? null : [begin, timeAt(event)]}));
  });
  addEventListener('pointerup', (event) => {
    if (begin === null) return;
    const [from, to] = [begin, timeAt(event)].sort((a, b) => a - b);
    begin = null;
    picture.dispatchEvent(new CustomEvent('select', {detail: null}));
    if ((to - from) / span.length > 0.01) span.show(from, to);
  });
  picture.addEventListener('keydown', (event) => {
    const acts = {'+': () => span.zoom(0.5), '=': () => span.zoom(0.5), '-': () => span.zoom(2),
        'ArrowLeft': () => span.move(-0.25), 'ArrowRight': () => span.move(0.25),
        '0': () => span.all(), 'Home': () => span.all()};
    if (!acts[event.key] || event.ctrlKey || event.metaKey) return;
    acts[event.key]();
    event.preventDefault();
  });
  return timeAt;
}
