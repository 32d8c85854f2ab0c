// Paints bars into the pixels of a canvas. Of bars that share a pixel one is enough to be painted.

const thinColumns = [8192, 4096, 2048];  // each half of the one before it
const suspendedState = 2;

/** The first place of `list` (ascending) that holds `value` or more; `size`: how long it is. */
function firstAtLeast(list, size, value) {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Notes that rows are painted up to a column; whether one of them was not. */
function paintColumn(painted, first, last, column) {
  let shows = false;
  for (let row = first; row < last; row++) {
    if (painted[row] >= column) continue;
    painted[row] = column;
    shows = true;
  }
  return shows;
}

class BarPainter {
  constructor(bars, rectangles, rows, span) {
    this.bars = bars;
    this.rectangles = rectangles;
    this.rows = rows;
    this.begin = span.first;
    this.whole = span.last - span.first;
    this.longest = 0;
    for (let bar = 0; bar < bars.start.length; bar++)
      this.longest = Math.max(this.longest, bars.end[bar] - bars.start[bar]);
    this.thin = this.thinned(null);
    this.marked = null;  // flags of jobs
    this.thinMarked = null;
    this.chosen = new Uint32Array(0);  // rectangles of the chosen job
  }

  /**
   * For each of `thinColumns` the rectangles that are enough for a picture of the whole run that has
   * as many columns or fewer: those that end in a column in which none before them has painted their
   * rows. `flags`: of these jobs alone. What is enough for some columns holds what is for fewer.
   */
  thinned(flags) {
    const {bar, lane, high, count} = this.rectangles;
    const {start, end, state, job} = this.bars;
    const scale = thinColumns[0] / this.whole;
    const levels = thinColumns.map(() => ({list: new Uint32Array(1024),
      used: 0, painted: new Int32Array(this.rows).fill(-1),
      lines: new Int32Array(this.rows).fill(-1)}));
    for (let at = 0; at < count; at++) {
      const one = bar[at];
      if (flags && !flags[job[one]]) continue;
      const column = (end[one] - this.begin) * scale | 0;
      const isLine = state[one] === suspendedState;
      const first = lane[at];
      const last = isLine ? first + 1 : first + high[at];
      for (let level = 0; level < levels.length; level++) {
        const to = levels[level];
        if (!paintColumn(isLine ? to.lines : to.painted, first, last, column >> level)) break;
        if (to.used === to.list.length) to.list = longer(to.list);
        to.list[to.used++] = at;
      }
    }
    return levels.map(({list, used}) => list.subarray(0, used));
  }

  /** These jobs, as flags, are painted over all others; null: none are. */
  mark(flags) {
    this.marked = flags;
    this.thinMarked = flags && this.thinned(flags);
  }
  /** This job is painted over all others; -1: none is. */
  choose(chosen) {
    const {bar, count} = this.rectangles;
    const found = [];
    if (chosen >= 0)
      for (let at = 0; at < count; at++) if (this.bars.job[bar[at]] === chosen) found.push(at);
    this.chosen = Uint32Array.from(found);
  }

  /**
   * Paints what is to be seen. `view`: pixels, width, height and ratio of them; from and size of the
   * time, first and last row. `isThin`: by the thinned lists; as it is quicker, if that is not said.
   * Returns how many bars there were, and whether they were thinned.
   */
  paint(view, {result, suspended}, isThin) {
    const columns = view.width * this.whole / view.size;
    const level = thinColumns.findLastIndex((enough) => columns <= enough);
    // A list that is nearly all of them would save nothing.
    isThin ??= level >= 0 && 2 * this.thin[level].length < this.rectangles.count;
    const bars = this.pass(isThin ? this.thin[level] : null, view, result, null, suspended);
    if (this.marked)
      this.pass(isThin ? this.thinMarked[level] : null, view, result, this.marked, suspended);
    this.pass(this.chosen, view, result, null, suspended);
    return {bars, isThin};
  }

  /** Paints the rectangles of a list (null: all), of marked jobs alone if there are flags. */
  pass(list, view, colours, flags, lineColour) {
    const {bar, lane, high, count} = this.rectangles;
    const {start, end, state, job} = this.bars;
    const {pixels, width, height, ratio, from, size, row0, row1} = view;
    const scaleX = width / size;
    const scaleY = height / (row1 - row0);
    // How far each row of pixels is painted: what lies in a painted pixel is not painted again.
    const painted = new Int32Array(height).fill(-1);
    const gap = scaleY > 5 * ratio ? Math.round(ratio) : 1;
    const length = list ? list.length : count;
    const place = (time) => {
      const rectangle = firstAtLeast(bar, count, firstAtLeast(start, start.length, time));
      return list ? firstAtLeast(list, length, rectangle) : rectangle;
    };
    const last = place(from + size);
    const lines = [];
    let seen = 0;
    let before = -1;
    for (let index = place(from - this.longest); index < last; index++) {
      const at = list ? list[index] : index;
      const one = bar[at];
      if (end[one] <= from) continue;
      const lane0 = lane[at];
      if (lane0 >= row1 || lane0 + high[at] <= row0) continue;
      if (flags && !flags[job[one]]) continue;
      if (one !== before) seen++;
      before = one;
      if (state[one] === suspendedState) {
        lines.push(at);
        continue;
      }
      let x = (start[one] - from) * scaleX | 0;
      let stop = (end[one] - from) * scaleX | 0;
      if (x < 0) x = 0;
      if (stop >= width) stop = width - 1;
      if (stop - x > 3 * ratio) stop -= gap;
      let y = (lane0 - row0) * scaleY | 0;
      let bottom = (lane0 + high[at] - row0) * scaleY | 0;
      if (y < 0) y = 0;
      if (bottom > height) bottom = height;
      if (bottom - y > 3 * ratio) bottom -= gap;
      if (bottom <= y) bottom = y + 1;
      const paint = colours[job[one]];
      for (; y < bottom; y++) {
        if (stop <= painted[y]) continue;
        painted[y] = stop;
        const line = y * width;
        // For a few pixels a call would cost more than it does.
        if (stop - x > 24) pixels.fill(paint, line + x, line + stop + 1);
        else for (let pixel = line + x; pixel <= line + stop; pixel++) pixels[pixel] = paint;
      }
    }
    // Others run where suspended jobs ran: these are lines over them.
    const thick = Math.max(1, Math.round(ratio));
    for (const at of lines) {
      const y = Math.max((lane[at] - row0) * scaleY | 0, 0);
      const x = Math.max((start[bar[at]] - from) * scaleX | 0, 0);
      const stop = Math.min((end[bar[at]] - from) * scaleX | 0, width - 1);
      for (let row = y; row < Math.min(y + thick, height); row++)
        pixels.fill(lineColour, row * width + x, row * width + stop + 1);
    }
    return seen;
  }
}
