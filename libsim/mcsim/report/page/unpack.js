// What is packed in the page: base64 of deflated bytes; in those, columns of numbers.

/** The bytes that an element of the page holds; none: it is empty. */
async function unpacked(id) {
  const text = byId(id).textContent;
  if (!text) return null;
  let bytes;
  if (Uint8Array.fromBase64) {
    bytes = Uint8Array.fromBase64(text);
  } else {
    const letters = atob(text);
    bytes = new Uint8Array(letters.length);
    for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  }
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Reads the numbers of one column, each of which takes as many bytes as it needs. */
class Column {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  next() {
    const bytes = this.bytes;
    let byte = bytes[this.at++];
    if (byte < 128) return byte;
    let number = byte & 127;
    let scale = 128;
    do {
      byte = bytes[this.at++];
      number += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return number;
  }
  nextSigned() {
    const number = this.next();
    return number % 2 ? -(number + 1) / 2 : number / 2;
  }
}

async function columns() {
  const bytes = await unpacked('columns');
  const found = new Map();
  let begin = 0;
  for (const [name, size] of data.columns || []) {
    found.set(name, new Column(bytes.subarray(begin, begin + size)));
    begin += size;
  }
  return found;
}

/** One number of a cluster over time: least, most and mean of each bin. */
function readSeries(found, name, cluster) {
  const bins = data.bins[2];
  const part = (what) => found.get(`series.${name}.${cluster}.${what}`);
  const [least, above, mean] = [part('least'), part('above'), part('mean')];
  const series = {bins: data.bins, least: new Float64Array(bins), most: new Float64Array(bins),
      mean: new Float64Array(bins)};
  let value = 0;
  for (let at = 0; at < bins; at++) {
    value += least.nextSigned();
    series.least[at] = value;
    series.most[at] = value + above.next();
    series.mean[at] = value + mean.nextSigned() / 100;
  }
  return series;
}

/** What the run of a backtest had over time, and what there really was. */
function readBacktest(found, name) {
  const [, , bins] = data.backtest;
  const read = (what) => {
    const column = found.get(`backtest.${name}.${what}`);
    const values = new Float64Array(bins);
    let value = 0;
    for (let at = 0; at < bins; at++) values[at] = (value += column.nextSigned()) / 100;
    return values;
  };
  const mean = read('run');
  return {really: read('really'),
    series: {bins: data.backtest, least: mean, most: mean, mean}};
}

/** Jobs and bars as arrays, all of one length each; times in milliseconds; bars by their start. */
function readJobs(found) {
  const {unit} = data;
  const jobs = {
    id: new Float64Array(data.jobs), element: new Uint32Array(data.jobs),
    queue: new Uint32Array(data.jobs), user: new Uint32Array(data.jobs),
    status: new Uint8Array(data.jobs), slots: new Float64Array(data.jobs),
    submit: new Float64Array(data.jobs), wait: new Float64Array(data.jobs),
    start: new Float64Array(data.jobs).fill(-1), end: new Float64Array(data.jobs),
    isOver: new Uint8Array(data.jobs),
  };
  const bars = {
    job: new Uint32Array(data.bars), start: new Float64Array(data.bars),
    end: new Float64Array(data.bars), state: new Uint8Array(data.bars),
    part: new Uint32Array(data.bars), parts: new Uint32Array(data.bars),
    host: new Uint32Array(data.parts), slots: new Uint32Array(data.parts),
  };
  const [id, element, queue, user, status, slots, submit, before, waited, over, count] =
      ['id', 'element', 'queue', 'user', 'status', 'slots', 'submit', 'before', 'waited', 'over',
        'bars'].map((name) => found.get('job.' + name));
  const [gap, lasts, state, parts] = ['gap', 'length', 'state', 'parts'].map(
      (name) => found.get('bar.' + name));
  const [host, hostSlots] = [found.get('part.host'), found.get('part.slots')];
  const ids = new Float64Array(data.clusters.length);
  let bar = 0;
  let part = 0;
  let time = 0;
  for (let job = 0; job < data.jobs; job++) {
    jobs.queue[job] = queue.next();
    const cluster = data.queues[jobs.queue[job]][1];
    ids[cluster] += id.nextSigned();
    jobs.id[job] = ids[cluster];
    jobs.element[job] = element.next();
    jobs.user[job] = user.next();
    jobs.status[job] = status.next();
    jobs.slots[job] = slots.next();
    time += submit.nextSigned();
    jobs.submit[job] = time * unit;
    const waits = before.nextSigned();
    jobs.wait[job] = (waits + waited.nextSigned()) * unit;
    const end = over.next();
    jobs.isOver[job] = end > 0 ? 1 : 0;
    const isFirst = bar;
    let now = time + waits;
    for (let left = count.next(); left > 0; left--, bar++) {
      if (bar > isFirst) now += gap.nextSigned();
      else jobs.start[job] = now * unit;
      bars.job[bar] = job;
      bars.start[bar] = now * unit;
      now += lasts.next();
      bars.end[bar] = now * unit;
      bars.state[bar] = state.next();
      const size = parts.next();
      if (size === 0 && bar > isFirst) {
        bars.part[bar] = bars.part[bar - 1];
        bars.parts[bar] = bars.parts[bar - 1];
        continue;
      }
      bars.part[bar] = part;
      bars.parts[bar] = size;
      let expected = 0;
      for (const last = part + size; part < last; part++) {
        bars.host[part] = expected + host.nextSigned();
        expected = bars.host[part] + 1;
        bars.slots[part] = hostSlots.next();
      }
    }
    jobs.end[job] = end > 1 ? (time + end - 2) * unit : bar > isFirst ? now * unit : data.end;
    if (jobs.slots[job] === 0)
      for (let at = bars.part[isFirst]; at < bars.part[isFirst] + bars.parts[isFirst]; at++)
        jobs.slots[job] += bars.slots[at];
  }
  return {jobs, bars: byStart(bars)};
}

/** The same bars by their start, and as they were where that is equal. */
function byStart(bars) {
  const order = sortedOrder(bars.start);
  const moved = (from) => {
    const to = new from.constructor(from.length);
    for (let at = 0; at < to.length; at++) to[at] = from[order[at]];
    return to;
  };
  const {host, slots, ...rest} = bars;
  for (const name of Object.keys(rest)) rest[name] = moved(rest[name]);
  return {...rest, host, slots};
}

/**
 * The order of numbers from 0 on, and of equal ones as they were: by as many bins as there are
 * numbers, then by insertion, since there may be millions. If they crowd in few bins they are
 * compared as any are.
 */
function sortedOrder(values) {
  const size = values.length;
  let most = 0;
  for (let at = 0; at < size; at++) most = Math.max(most, values[at]);
  const scale = size / (most + 1);
  const places = new Uint32Array(size + 1);
  for (let at = 0; at < size; at++) places[Math.floor(values[at] * scale) + 1]++;
  for (let at = 0; at < size; at++) places[at + 1] += places[at];
  const order = new Uint32Array(size);
  for (let at = 0; at < size; at++) order[places[Math.floor(values[at] * scale)]++] = at;
  let moves = 0;
  for (let at = 1; at < size && moves < 20 * size; at++) {
    const one = order[at];
    let to = at;
    for (; to > 0 && values[order[to - 1]] > values[one]; to--, moves++) order[to] = order[to - 1];
    order[to] = one;
  }
  return moves < 20 * size ? order : order.sort((a, b) => values[a] - values[b] || a - b);
}

const clusterOf = (jobs, job) => data.queues[jobs.queue[job]][1];

/** `7@west`, as mcsim explain takes it; of an element of an array `7[3]@west`. */
function jobName(jobs, job) {
  const element = jobs.element[job] > 0 ? `[${jobs.element[job]}]` : '';
  return `${jobs.id[job]}${element}@${data.clusters[clusterOf(jobs, job)].name}`;
}
