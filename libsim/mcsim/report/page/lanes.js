// Which of a host's slots a bar is drawn at: the lowest that are free, in one piece if possible.

/** The same array with as much room again. */
function longer(array) {
  const larger = new array.constructor(2 * array.length);
  larger.set(array);
  return larger;
}

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
  const {start, end, state, part, parts, host, slots} = bars;
  let room = Math.ceil(start.length * 2.5) + host.length + 16;
  let bar = new Uint32Array(room);
  let lane = new Uint32Array(room);
  let high = new Uint16Array(room);
  const grow = () => {
    [bar, lane, high] = [longer(bar), longer(lane), longer(high)];
    room = bar.length;
  };
  let used = 0;
  let crowded = 0;
  const freeAt = new Float64Array(rows);
  const laneOf = new Uint32Array(host.length);  // of each part: where it was drawn last
  for (let at = 0; at < start.length; at++) {
    const begins = start[at];
    const ends = end[at];
    const last = part[at] + parts[at];
    for (let one = part[at]; one < last; one++) {
      const on = host[one];
      if (used + lanes[on] + 1 > room) grow();
      const stop = first[on] + lanes[on];
      let need = slots[one];
      if (perLane[on] > 1) need = Math.max(Math.floor(need / perLane[on]), 1);
      if (state[at] === 2) {
        // Its slots are others' by now: it is drawn where it was, as a thin line.
        bar[used] = at;
        lane[used] = laneOf[one] || first[on];
        high[used++] = Math.min(need, lanes[on]);
        continue;
      }
      for (let from = first[on]; need > 0 && from < stop; from++) {
        if (freeAt[from] > begins) continue;
        let to = from + 1;
        while (to < stop && to - from < need && freeAt[to] <= begins) to++;
        // Not in pieces, if there is a place for all of it.
        if (to - from < need && fits(freeAt, to, stop, need, begins)) {
          from = to;
          continue;
        }
        for (let row = from; row < to; row++) freeAt[row] = ends;
        bar[used] = at;
        lane[used] = from;
        high[used++] = to - from;
        laneOf[one] = from;
        need -= to - from;
        from = to - 1;
      }
      if (need > 0) {
        if (perLane[on] === 1) crowded++;
        bar[used] = at;
        lane[used] = stop - 1;
        high[used++] = 1;
      }
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
