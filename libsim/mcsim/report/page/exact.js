// Numbers over time from the bars themselves, where so few are to be seen that they can be added up.

/** Sums of amounts that hold for a time, by cluster, of which `size` parts of a window are asked. */
class WindowSums {
  constructor(from, width, size) {
    Object.assign(this, {from, width, size, to: from + width * size});
    this.changes = data.clusters.map(() => ({times: [], amounts: [], before: 0}));
    this.count = 0;
  }
  /** `amount` more from `begin` to `end`, which is not in it. */
  add(cluster, begin, end, amount) {
    if (begin >= this.to || end <= begin || end <= this.from) return;
    const to = this.changes[cluster];
    this.count++;
    if (begin > this.from) {
      to.times.push(begin - this.from);
      to.amounts.push(amount);
    } else {
      to.before += amount;
    }
    if (end >= this.to) return;
    to.times.push(end - this.from);
    to.amounts.push(-amount);
  }
  /** Least, most and mean of each part; what changes at one time changes at once. */
  series(cluster) {
    const {times, amounts, before} = this.changes[cluster];
    const {width, size, to, from} = this;
    const order = sortedOrder(times);
    const series = {bins: [from, width, size], least: new Float64Array(size).fill(Infinity),
      most: new Float64Array(size).fill(-Infinity), mean: new Float64Array(size)};
    let value = before;
    let since = 0;
    const hold = (until) => {
      for (let at = Math.floor(since / width); since < until && at < size; at++) {
        const end = Math.min((at + 1) * width, until);
        series.least[at] = Math.min(series.least[at], value);
        series.most[at] = Math.max(series.most[at], value);
        series.mean[at] += value * (end - since) / width;
        since = end;
      }
    };
    for (let at = 0; at < order.length;) {
      const time = times[order[at]];
      hold(time);
      for (; at < order.length && times[order[at]] === time; at++) value += amounts[order[at]];
    }
    hold(to - from);
    return series;
  }
}

/** Slots that are busy, jobs that wait and guests, for any part of the run that is short enough. */
class ExactSeries {
  constructor(run, longest) {
    this.run = run;
    this.longest = longest;
    this.waits = null;
    this.kept = {};
  }

  /** When jobs waited: from, to and job of each wait. */
  waiting() {
    if (this.waits) return this.waits;
    const {submit, status, isOver, end: over} = this.run.jobs;
    const {job, start, end} = this.run.bars;
    const rejected = data.statuses.indexOf('REJECTED');
    const since = Float64Array.from(submit);
    // Most jobs run once: few have more waits than one.
    let from = new Float64Array(data.jobs + 1024);
    let to = new Float64Array(from.length);
    let of = new Uint32Array(from.length);
    let size = 0;
    const add = (one, begin, stop) => {
      if (size === from.length) [from, to, of] = [longer(from), longer(to), longer(of)];
      from[size] = begin;
      to[size] = stop;
      of[size++] = one;
    };
    for (let bar = 0; bar < start.length; bar++) {
      const one = job[bar];
      if (start[bar] > since[one]) add(one, since[one], start[bar]);
      if (end[bar] > since[one]) since[one] = end[bar];
    }
    for (let one = 0; one < data.jobs; one++) {
      const stop = isOver[one] ? over[one] : data.end;
      if (stop > since[one] && status[one] !== rejected) add(one, since[one], stop);
    }
    this.waits = {from, to, of, size};
    return this.waits;
  }

  /** Of `size` parts of `width` from `from` on: busy, pending and guests; null: it is too much. */
  of(from, width, size) {
    const most = 30000;
    const {jobs, bars} = this.run;
    const [busy, pending, guests] = [0, 1, 2].map(() => new WindowSums(from, width, size));
    const {to} = busy;
    const last = firstAtLeast(bars.start, bars.start.length, to);
    for (let bar = firstAtLeast(bars.start, bars.start.length, from - this.longest); bar < last; bar++) {
      if (bars.end[bar] <= from || bars.state[bar] === suspendedState) continue;
      const home = clusterOf(jobs, bars.job[bar]);
      for (let part = bars.part[bar]; part < bars.part[bar] + bars.parts[bar]; part++) {
        const cluster = data.hosts[bars.host[part]][1];
        busy.add(cluster, bars.start[bar], bars.end[bar], bars.slots[part]);
        if (cluster !== home) guests.add(cluster, bars.start[bar], bars.end[bar], bars.slots[part]);
      }
      if (busy.count > most) return null;
    }
    const waits = this.waiting();
    for (let at = 0; at < waits.size && pending.count <= most; at++)
      if (waits.from[at] < to && waits.to[at] > from)
        pending.add(clusterOf(jobs, waits.of[at]), waits.from[at], waits.to[at], 1);
    if (pending.count > most) return null;
    return Object.fromEntries(Object.entries({busy, pending, guests}).map(([name, sums]) =>
      [name, data.clusters.map((_, cluster) => sums.series(cluster))]));
  }

  /** What a span shows, for pictures of `columns`; null: what is packed has as much, or it is too much. */
  shown(span, columns) {
    if (span.length / data.bins[1] >= columns) return null;
    const {kept} = this;
    if (kept.from !== span.from || kept.length !== span.length || kept.columns !== columns)
      this.kept = {from: span.from, length: span.length, columns,
        all: this.of(span.from, span.length / columns, columns)};
    return this.kept.all;
  }
}
