// Every job on every host: bars painted into the pixels of a canvas, since there may be millions.

class Gantt {
  constructor(run, span) {
    this.jobs = run.jobs;
    this.bars = run.bars;
    this.span = span;
    this.layout = layOut();
    this.rectangles = makeRectangles(this.bars, this.layout);
    this.painter = new BarPainter(this.bars, this.rectangles, this.layout.rows, span);
    this.rows = [0, Math.max(this.layout.rows, 1)];
    // By what tells most: of one cluster the queue, of one queue how many slots a job has.
    this.colourBy = data.clusters.length > 1 ? 0 : data.queues.length > 1 ? 1 : 3;
    this.chosen = -1;
    this.kept = null;
    this.selected = null;
    this.onChoose = () => {};
    this.build();
  }

  build() {
    const height = Math.min(Math.max(this.layout.rows * 5, 160), 620);
    this.picture = canvas('Every job on every host over time. Search below finds jobs, tells what ' +
        'they did, and shows where they ran', Math.round(height));
    this.tip = el('div', {class: 'tip', hidden: true});
    this.said = el('output', {class: 'readout'});
    this.box = el('div', {class: 'gantt'}, this.picture, this.tip);
    const timeAt = steer(this.picture, this.span, leftMargin);
    this.picture.addEventListener('select', (event) => {
      this.selected = event.detail;
      this.draw();
    });
    this.picture.addEventListener('pointermove', (event) => this.hover(event, timeAt(event)));
    this.picture.addEventListener('pointerleave', () => {
      this.tip.hidden = true;
    });
    this.picture.addEventListener('click', (event) => {
      const job = this.jobAt(timeAt(event), this.rowAt(event));
      if (job >= 0) this.choose(job);
    });
    this.picture.addEventListener('keydown', (event) => {
      const acts = {'ArrowUp': () => this.moveRows(-0.25), 'ArrowDown': () => this.moveRows(0.25),
          'PageUp': () => this.zoomRows(0.5), 'PageDown': () => this.zoomRows(2)};
      if (!acts[event.key]) return;
      acts[event.key]();
      event.preventDefault();
    });
    this.span.listen(() => this.draw());
  }

  // Hosts.

  showRows(from, to) {
    const all = Math.max(this.layout.rows, 1);
    const size = Math.min(Math.max(to - from, 1), all);
    const first = Math.min(Math.max(from, 0), all - size);
    this.rows = [first, first + size];
    this.draw();
  }
  zoomRows(factor) {
    const [from, to] = this.rows;
    const middle = (from + to) / 2;
    const half = (to - from) / 2 * factor;
    this.showRows(middle - half, middle + half);
  }
  moveRows(part) {
    const [from, to] = this.rows;
    const by = part * (to - from);
    if (from + by < 0) this.showRows(0, to - from);
    else this.showRows(from + by, to + by);
  }
  showCluster(cluster) {
    if (cluster < 0) return this.showRows(0, this.layout.rows);
    const {order, first, lanes} = this.layout;
    const hosts = order.filter((host) => data.hosts[host][1] === cluster);
    if (hosts.length === 0) return undefined;
    const last = hosts[hosts.length - 1];
    return this.showRows(first[hosts[0]], first[last] + lanes[last]);
  }

  // Where something is.

  /** The first rectangle of the first bar that starts at `time` or later. */
  firstFrom(time) {
    return this.firstRectangle(firstAtLeast(this.bars.start, this.bars.start.length, time));
  }
  firstRectangle(bar) {
    return firstAtLeast(this.rectangles.bar, this.rectangles.count, bar);
  }
  rowAt(event) {
    const box = this.picture.getBoundingClientRect();
    const part = (event.clientY - box.top) / Math.max(box.height - this.axis(), 1);
    return this.rows[0] + part * (this.rows[1] - this.rows[0]);
  }
  axis() {
    return 24;
  }
  hostAt(row) {
    const {order, first} = this.layout;
    let low = 0;
    let high = order.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (first[order[middle]] <= row) low = middle;
      else high = middle - 1;
    }
    return order[low];
  }
  /** The bar that is drawn at a place; -1: none. */
  barAt(time, row) {
    const {bar, lane, high} = this.rectangles;
    const lane0 = Math.floor(row);
    let at = this.firstFrom(time + 1) - 1;
    for (let steps = 0; at >= 0 && steps < 300000; at--, steps++) {
      const one = bar[at];
      if (this.bars.start[one] < time - this.painter.longest) return -1;
      if (this.bars.end[one] > time && lane[at] <= lane0 && lane0 < lane[at] + high[at] &&
          this.bars.state[one] !== suspendedState) return one;
    }
    return -1;
  }
  jobAt(time, row) {
    // Thin bars are hard to hit: a pixel beside them counts, too.
    const pixel = this.span.length / Math.max(this.picture.clientWidth - leftMargin(), 1);
    for (const by of [0, -pixel, pixel]) {
      const bar = this.barAt(time + by, row);
      if (bar >= 0) return this.bars.job[bar];
    }
    return -1;
  }

  // Colours.

  /** The colour of each job, as the canvas has it in memory; kept until recolour(). */
  colours() {
    if (this.kept) return this.kept;
    const {jobs} = this;
    const pen = document.createElement('canvas').getContext('2d');
    const inMemory = (value) => {
      pen.fillStyle = value;
      const number = parseInt(pen.fillStyle.slice(1), 16);
      return (0xff000000 | (number & 255) << 16 | (number >> 8 & 255) << 8 | number >> 16) >>> 0;
    };
    const palette = Uint32Array.from({length: paletteSize}, (_, at) => inMemory(colour(at)));
    const clusters = Uint32Array.from(data.queues, ([, cluster]) => cluster);
    const of = [(job) => clusters[jobs.queue[job]], (job) => jobs.queue[job],
      (job) => jobs.user[job], (job) => 32 - Math.clz32(jobs.slots[job] - 1)][this.colourBy];
    const result = new Uint32Array(data.jobs);
    for (let job = 0; job < data.jobs; job++) result[job] = palette[of(job) % paletteSize];
    const {marked} = this.painter;
    if (marked) {
      const pale = inMemory(style('--pale'));
      for (let job = 0; job < data.jobs; job++) if (!marked[job]) result[job] = pale;
    }
    if (this.chosen >= 0) result[this.chosen] = inMemory(style('--ink'));
    this.kept = {result, suspended: inMemory(style('--soft'))};
    return this.kept;
  }
  /** What colours say, which jobs are marked, or the colours themselves are other ones now. */
  recolour() {
    this.kept = null;
    this.draw();
  }

  // Drawing.

  draw() {
    const begin = performance.now();
    const {pen, width, height, ratio} = prepared(this.picture);
    const left = leftMargin();
    const right = width - rightMargin;
    const bottom = height - this.axis();
    const [row0, row1] = this.rows;
    const {bars, isThin} = this.paint(pen, Math.round(left * ratio), Math.round((right - left) * ratio),
        Math.round(bottom * ratio), ratio);
    const scale = bottom / (row1 - row0);
    this.drawHosts(pen, scale, left, right, bottom);
    drawTimeAxis(pen, this.span, left, right, bottom, bottom);
    if (this.selected) {
      const x = (time) => left + (time - this.span.from) / this.span.length * (right - left);
      pen.globalAlpha = 0.15;
      pen.fillStyle = style('--ink');
      pen.fillRect(x(this.selected[0]), 0, x(this.selected[1]) - x(this.selected[0]), bottom);
      pen.globalAlpha = 1;
    }
    this.took = performance.now() - begin;
    this.said.textContent = (isThin ? 'Where bars share a pixel one of them is shown: zoom in to see ' +
        'each.' : `${count(bars)} bars are shown.`) +
        (this.painter.marked ? ' Those that were not searched for are pale.' : '');
  }

  /** What the painter needs to know, with an image of `width` times `height` pixels. */
  view(image, ratio) {
    return {pixels: new Uint32Array(image.data.buffer), width: image.width, height: image.height,
      ratio, from: this.span.from, size: this.span.length, row0: this.rows[0], row1: this.rows[1]};
  }
  paint(pen, left, width, height, ratio) {
    if (width < 1 || height < 1) return {bars: 0, isThin: false};
    const image = pen.createImageData(width, height);
    const painted = this.painter.paint(this.view(image, ratio), this.colours());
    pen.putImageData(image, left, 0);
    return painted;
  }

  /** Names of hosts where there is room for them, else those of clusters, and lines between. */
  drawHosts(pen, scale, left, right, bottom) {
    const {order, first, lanes} = this.layout;
    const [row0, row1] = this.rows;
    pen.textAlign = 'right';
    pen.textBaseline = 'middle';
    let cluster = -1;
    let free = -1e9;
    for (const host of order) {
      const top = (first[host] - row0) * scale;
      const middle = top + lanes[host] * scale / 2;
      const isFirst = data.hosts[host][1] !== cluster;
      cluster = data.hosts[host][1];
      if (first[host] + lanes[host] <= row0 || first[host] >= row1) continue;
      if (isFirst && top > 0) {
        pen.fillStyle = style('--soft');
        pen.fillRect(0, Math.round(top), right, 1);
      }
      const isWide = lanes[host] * scale >= 12;
      if (isWide && middle - free >= 12 && middle > 4 && middle < bottom) {
        free = middle;
        pen.fillStyle = style('--ink');
        pen.fillText(data.hosts[host][0], left - 6, middle, left - 8);
      } else if (isFirst && !isWide) {
        pen.fillStyle = style('--ink');
        pen.textAlign = 'left';
        pen.fillText(data.clusters[cluster].name, 0, Math.max(top + 9, 8), left - 6);
        pen.textAlign = 'right';
      }
    }
  }

  // What the user does.

  describe(job) {
    const {jobs} = this;
    const ran = jobs.start[job] >= 0 ? `, began ${date(jobs.start[job], true)}` : ', never ran';
    return `job ${jobName(jobs, job)} of ${userName(data.users[jobs.user[job]]) || '(no name)'}: ` +
        `${count(jobs.slots[job])} slots, queue ${data.queues[jobs.queue[job]][0]}, ` +
        `waited ${length(jobs.wait[job])}${ran}` +
        (jobs.start[job] >= 0 ? `, ${length(jobs.end[job] - jobs.start[job])} until ` +
            (jobs.isOver[job] ? data.statuses[jobs.status[job]] : 'the end of the run') : '');
  }
  hover(event, time) {
    const row = this.rowAt(event);
    const bar = row < this.rows[1] ? this.jobAt(time, row) : -1;
    this.tip.hidden = bar < 0;
    if (bar < 0) return;
    this.tip.textContent = `${data.hosts[this.hostAt(row)][0]}: ${this.describe(bar)}`;
    const box = this.picture.getBoundingClientRect();
    const x = event.clientX - box.left;
    this.tip.style.left = Math.min(Math.max(x - 140, 0), Math.max(box.width - 300, 0)) + 'px';
    this.tip.style.top = event.clientY - box.top + 18 + 'px';
  }
  /** Jobs that were searched for, as flags: the rest pales; null: there was no search. */
  mark(flags) {
    this.painter.mark(flags);
    this.recolour();
  }
  /** -1: none. */
  choose(job) {
    this.chosen = job;
    this.painter.choose(job);
    this.recolour();
    if (job >= 0) this.onChoose(job);
  }
  /** Shows a job with some time before and after it. */
  goTo(job) {
    const from = Math.min(this.jobs.submit[job], this.jobs.start[job] >= 0 ? this.jobs.start[job] :
        this.jobs.submit[job]);
    const size = Math.max(this.jobs.end[job] - from, 1);
    this.span.show(from - size * 0.5, from + size * 1.5);
    this.choose(job);
  }
}

/** What the colours of the bars say: the first of them, since there may be many. */
function colourNames({colourBy, jobs}) {
  const widest = () => jobs.slots.reduce((a, b) => Math.max(a, b), 1);
  const ofWidth = (at) => at < 2 ? `${at + 1} slot${at === 1 ? 's' : ''}` :
      `${2 ** (at - 1) + 1} to ${2 ** at}`;
  return [() => data.clusters.map(({name}) => name), () => data.queues.map(([name]) => name),
    () => data.users.map((name) => userName(name) || '(no name)'), () => Array.from(
        {length: Math.ceil(Math.log2(widest())) + 1}, (_, at) => ofWidth(at))][colourBy]();
}

function colourLegend(gantt) {
  const most = 12;
  const names = colourNames(gantt);
  const items = names.slice(0, most).map((name, at) => {
    const swatch = el('span', {class: 'swatch', 'aria-hidden': 'true'});
    swatch.style.background = `var(--c${at % paletteSize})`;
    return el('li', {}, swatch, name);
  });
  if (names.length > most) items.push(el('li', {}, `and ${count(names.length - most)} more`));
  return el('ul', {class: 'legend', 'aria-label': 'What colours say'},
      el('li', {}, ['Submitted to cluster:', 'Submitted to queue:', 'User:', 'Slots of the job:'][gantt.colourBy]),
      ...items, ...names.length > paletteSize ? [el('li', {}, '(colours repeat)')] : []);
}

function ganttControls(gantt) {
  const option = (name, at) => el('option', {value: at}, name);
  const clusters = el('select', {'aria-label': 'Hosts that are shown',
    onchange: () => gantt.showCluster(Number(clusters.value))},
  option('all hosts', -1), ...data.clusters.map((cluster, at) => option(cluster.name, at)));
  const colours = el('select', {'aria-label': 'What colours say', onchange: () => {
    gantt.colourBy = Number(colours.value);
    legend.replaceChildren(colourLegend(gantt));
    gantt.recolour();
  }}, ...['cluster', 'queue', 'user', 'width'].map((name, at) => option('colour: ' + name, at)));
  colours.value = gantt.colourBy;
  const legend = el('div', {}, colourLegend(gantt));
  const button = (text, title, act) =>
    el('button', {type: 'button', title, 'aria-label': title, onclick: act}, text);
  return el('div', {}, el('div', {class: 'bar', role: 'toolbar', 'aria-label': 'Hosts and colours'},
      clusters,
      button('\u2212', 'More hosts', () => gantt.zoomRows(2)),
      button('+', 'Fewer hosts', () => gantt.zoomRows(0.5)),
      button('\u25b2', 'Hosts above', () => gantt.moveRows(-0.5)),
      button('\u25bc', 'Hosts below', () => gantt.moveRows(0.5)), colours), legend);
}
