// Where work came from and where it ran, as a drawing of streams (a Sankey diagram).

function flowPicture() {
  const flows = data.flows.filter((flow) => flow[3] > 0);
  // On a phone the same letters have half of the width.
  const isNarrow = innerWidth < 600;
  const width = isNarrow ? 380 : 760;
  const [begin, end] = isNarrow ? [82, 240] : [150, width - 262];
  const gap = 14;
  const clusters = data.clusters.length;
  const head = 22;
  const height = Math.max(180, 60 * clusters);
  const total = flows.reduce((sum, flow) => sum + flow[3], 0);
  const scale = (height - gap * (clusters - 1)) / Math.max(total, 1);
  const sum = (side, cluster) => flows.reduce((all, flow) =>
    all + (flow[side] === cluster ? flow[3] : 0), 0);
  const hours = (time) => count(Math.round(time / hour)) + (isNarrow ? ' h' : ' slot-hours');
  const picture = svg('svg', {viewBox: `0 0 ${width} ${head + height + 8}`, role: 'img',
    'aria-label': 'Slot-hours by the cluster that submitted and the cluster that ran the jobs; ' +
        'the table below has the numbers'});
  const heading = (text, x, anchor) => svg('text', {x, y: 14, 'text-anchor': anchor, class: 'soft'},
      text);
  picture.append(heading('submitted to', begin + 12, 'end'),
      heading('ran on hosts of', end, 'start'));
  const at = [[], []];
  for (const side of [0, 1]) {
    let y = head + 4;
    data.clusters.forEach((cluster, number) => {
      at[side][number] = y;
      const size = sum(side, number) * scale;
      const x = side === 0 ? begin : end;
      picture.append(svg('rect', {x, y, width: 12, height: Math.max(size, 1), rx: 2,
        fill: `var(--c${number % paletteSize})`}),
      svg('text', {x: side === 0 ? begin - 10 : end + 20, y: y + size / 2 + 4,
        'text-anchor': side === 0 ? 'end' : 'start'}, side === 0 ? cluster.name :
            `${cluster.name}: ${hours(sum(1, number))}`));
      y += size + gap;
    });
  }
  for (const [from, to, jobs, time] of flows) {
    const size = time * scale;
    const [left, right] = [at[0][from] + size / 2, at[1][to] + size / 2];
    at[0][from] += size;
    at[1][to] += size;
    const middle = (begin + 12 + end) / 2;
    picture.append(svg('path', {d: `M${begin + 12} ${left}C${middle} ${left} ${middle} ${right} ` +
        `${end} ${right}`, stroke: `var(--c${from % paletteSize})`, 'stroke-width': Math.max(size, 0.5),
    'stroke-opacity': from === to ? 0.25 : 0.6, fill: 'none'},
    svg('title', {}, `${data.clusters[from].name} to ${data.clusters[to].name}: ` +
        `${count(jobs)} jobs, ${hours(time)}`)));
  }
  return picture;
}

/** What a flow is; on hosts that are leased it is not where LSF ran the job. */
function aboutFlows() {
  const about = 'A stream is as wide as its slot-hours.';
  return data.hosts.some(([name]) => name.includes('@')) ? about + ' The slots of a leased host ' +
      'count to the cluster that has it, not to the one that borrows it (usage.from_to of ' +
      'summary.json has them there).' : about;
}

function flowTable() {
  return table('Jobs and slot-hours by where they were submitted and where they ran',
      ['submitted to', 'ran on hosts of', 'jobs', 'slot-hours'],
      data.flows.map(([from, to, jobs, time]) => [data.clusters[from].name, data.clusters[to].name,
        jobs, count(Math.round(time / hour))]));
}
