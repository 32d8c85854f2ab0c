// Which of a host's slots a bar is drawn at: the lowest that are free, in one piece if possible.

/** Rows of the picture: each host has one for each of its slots, or fewer if it has very many. */
function layOut() {
  const order = data.hosts.map((_, at) => at).sort((a, b) =>
    data.hosts[a][1] - data.hosts[b][1] || a - b);
  const most = 512;
  const first = new Uint32Array(data.hosts.length);
  const lanes = new Uint32Array(data.hosts.length);
  const perLane = new Float64Array(data.hosts.length);
  let rows = 0;
  for (const host of order) {
    const slots = Math.max(data.hosts[host][2], 1);
    perLane[host] = Math.max(slots / most, 1);
    lanes[host] = Math.ceil(slots / perLane[host]);
    first[host] = rows;
    rows += lanes[host];
  }
  return {order, first, lanes, perLane, rows};
}

/**
 * Rectangles of all bars, in their order: `bar`, `lane` (a row of the picture) and `high` (rows).
 * `crowded`: how often a host had fewer free rows than a bar needs.
 */
function makeRectangles(bars, layout) {
  const {first, lanes, perLane, rows} = layout;
  let room = Math.ceil(bars.host.length * 1.1) + 16;
  let bar = new Uint32Array(room);
  let lane = new Uint32Array(room);
  let high = new Uint16Array(room);
  let used = 0;
  let crowded = 0;
  const put = (which, at, size) => {
    if (used === room) {
      room *= 2;
      const grown = (array) => {
        const larger = new array.constructor(room);
        larger.set(array);
        return larger;
      };
      [bar, lane, high] = [grown(bar), grown(lane), grown(high)];
    }
    bar[used] = which;
    lane[used] = at;
    high[used++] = size;
  };
  const freeAt = new Float64Array(rows);
  const lastAt = new Map();  // of a suspended job: where it ran
  const suspends = bars.state.some((state) => state === 2);
  for (let at = 0; at < bars.start.length; at++) {
    const [start, end] = [bars.start[at], bars.end[at]];
    const isSuspended = bars.state[at] === 2;
    for (let part = bars.part[at]; part < bars.part[at + 1]; part++) {
      const host = bars.host[part];
      const begin = first[host];
      const stop = begin + lanes[host];
      let need = perLane[host] === 1 ? bars.slots[part] :
          Math.max(Math.floor(bars.slots[part] / perLane[host]), 1);
      if (isSuspended) {
        // Its slots are others' by now: it is drawn where it was, as a thin line.
        put(at, lastAt.get(bars.job[at] * 4096 + host % 4096) ?? begin, Math.min(need, lanes[host]));
        continue;
      }
      let row = begin;
      for (let from = begin; need > 0 && from < stop; from++) {
        if (freeAt[from] > start) continue;
        let to = from + 1;
        while (to < stop && to - from < need && freeAt[to] <= start) to++;
        // Not in pieces, if there is a place for all of it.
        if (to - from < need && fits(freeAt, to, stop, need, start)) {
          from = to;
          continue;
        }
        for (let one = from; one < to; one++) freeAt[one] = end;
        put(at, from, to - from);
        row = from;
        need -= to - from;
        from = to - 1;
      }
      if (need > 0) {
        if (perLane[host] === 1) crowded++;
        put(at, stop - 1, 1);
      }
      if (suspends) lastAt.set(bars.job[at] * 4096 + host % 4096, row);
    }
  }
  return {bar, lane, high, count: used, crowded};
}

/** Whether `need` rows in a row are free from `from` on. */
function fits(freeAt, from, stop, need, start) {
  for (let at = from, free = 0; at < stop; at++) {
    free = freeAt[at] <= start ? free + 1 : 0;
    if (free === need) return true;
  }
  return false;
}
