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
  const series = {least: new Float64Array(bins), most: new Float64Array(bins),
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

/** Jobs and bars as arrays, all of one length each; times in milliseconds. */
function readJobs(found) {
  const unit = data.unit;
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
    part: new Uint32Array(data.bars + 1),
    host: new Uint32Array(data.parts), slots: new Uint32Array(data.parts),
  };
  const column = (name) => found.get(name);
  {
    const [job, start, lasts, state] = ['job', 'start', 'length', 'state'].map(
        (name) => column('bar.' + name));
    const [parts, host, slots] = [column('bar.parts'), column('part.host'), column('part.slots')];
    let next = 0;
    let time = 0;
    let part = 0;
    for (let bar = 0; bar < data.bars; bar++) {
      const back = job.next();
      const which = next - back;
      if (back === 0) jobs.start[next++] = -2;
      bars.job[bar] = which;
      time += start.next();
      bars.start[bar] = time * unit;
      bars.end[bar] = (time + lasts.next()) * unit;
      bars.state[bar] = state.next();
      bars.part[bar] = part;
      let expected = 0;
      for (let left = parts.next(); left > 0; left--, part++) {
        bars.host[part] = expected + host.nextSigned();
        expected = bars.host[part] + 1;
        bars.slots[part] = slots.next();
      }
      if (jobs.start[which] === -2) jobs.start[which] = bars.start[bar];
      if (bars.end[bar] > jobs.end[which]) jobs.end[which] = bars.end[bar];
    }
    bars.part[data.bars] = part;
  }
  const clusters = new Float64Array(data.clusters.length);
  const [id, element, queue, user, status, slots, before, waited, over] =
      ['id', 'element', 'queue', 'user', 'status', 'slots', 'before', 'waited', 'over'].map(
          (name) => column('job.' + name));
  let without = 0;
  for (let job = 0; job < data.jobs; job++) {
    jobs.queue[job] = queue.next();
    const cluster = data.queues[jobs.queue[job]][1];
    clusters[cluster] += id.nextSigned();
    jobs.id[job] = clusters[cluster];
    jobs.element[job] = element.next();
    jobs.user[job] = user.next();
    jobs.status[job] = status.next();
    jobs.slots[job] = slots.next();
    const waits = before.nextSigned() * unit;
    const end = over.next();
    jobs.isOver[job] = end > 0 ? 1 : 0;
    if (jobs.start[job] >= 0) {
      jobs.submit[job] = jobs.start[job] - waits;
      jobs.wait[job] = waits + waited.nextSigned() * unit;
    } else {
      without += waits;
      jobs.submit[job] = without;
      jobs.wait[job] = waited.nextSigned() * unit;
      jobs.end[job] = end > 0 ? without + (end - 1) * unit : data.end;
    }
  }
  return {jobs, bars};
}

const clusterOf = (jobs, job) => data.queues[jobs.queue[job]][1];

/** `7@west`, as mcsim explain takes it; of an element of an array `7[3]@west`. */
function jobName(jobs, job) {
  const element = jobs.element[job] > 0 ? `[${jobs.element[job]}]` : '';
  return `${jobs.id[job]}${element}@${data.clusters[clusterOf(jobs, job)].name}`;
}
