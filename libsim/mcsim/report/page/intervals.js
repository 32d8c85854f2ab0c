// A number and how sure it is: dots for runs, a line for the interval, on one scale for all rows.

/** What a metric is measured in: its path says so. */
function kindOf(metric) {
  if (/(^|\.)utilization(\.|_|$)/.test(metric)) return 'part';
  if (/^(by_\w+\..*\.)?(wait_time|turnaround_time)\.|(^|\.)makespan$|^end$/.test(metric)) return 's';
  return 'number';
}
/** A value of it in words; `isDifference`: with its sign. */
function inKind(value, kind, isDifference = false) {
  const sign = isDifference && value > 0 ? '+' : '';
  if (kind === 's') return sign + length(Math.round(value * second));
  if (kind === 'points') return (100 * value).toFixed(1);
  if (kind === 'part')
    return sign + (100 * value).toFixed(1) + (isDifference ? ' points' : ' %');
  const digits = Math.abs(value) >= 100 ? 0 : 2;
  return sign + value.toLocaleString('en', {maximumFractionDigits: digits});
}

/** Places of values on a track from `low` to `high`, in per cent of its width. */
function scaleOf(values, withZero) {
  let low = Math.min(...values, withZero ? 0 : Infinity);
  let high = Math.max(...values, withZero ? 0 : -Infinity);
  if (!(high > low)) [low, high] = [low - 1, high + 1];
  const room = (high - low) * 0.04;
  return {low, high, at: (value) => 100 * (value - low + room) / (high - low + 2 * room)};
}

/** `row`: mean, half (null: nobody knows), dots, isSure (the interval leaves 0 out). */
function track(row, scale, zero) {
  const place = el('span', {class: 'interval', 'aria-hidden': 'true'});
  const put = (name, left, width) => {
    const part = el('span', {class: name});
    part.style.left = left + '%';
    if (width !== undefined) part.style.width = width + '%';
    place.append(part);
  };
  if (zero) put('zero', scale.at(0));
  for (const dot of row.dots) put('run', scale.at(dot));
  if (row.half !== null)
    put('whisker ' + row.look, scale.at(row.mean - row.half),
        scale.at(row.mean + row.half) - scale.at(row.mean - row.half));
  put('mean ' + row.look, scale.at(row.mean));
  return place;
}

/** Means with their intervals, a row for each variant; and differences to one of them. */
function metricPicture(metric, at) {
  const kind = kindOf(metric.path);
  const rows = data.variants.map((variant) => {
    const dots = variant.values[at].filter((value) => value !== null);
    const standing = variant.standings[at];
    const mean = standing ? standing.of.mean :
        dots.length > 0 ? dots.reduce((a, b) => a + b, 0) / dots.length : null;
    return {label: shortLabel(variant), dots, mean, half: standing ? standing.of.half_width : null,
      difference: standing ? standing.difference : null, best: standing ? standing.best_in : null,
      isReference: variant.name === metric.against, look: 'plain'};
  }).filter((row) => row.mean !== null);
  if (rows.length === 0) return null;
  const edges = rows.flatMap((row) => [...row.dots, row.mean - (row.half ?? 0),
    row.mean + (row.half ?? 0)]);
  const scale = scaleOf(edges, kind !== 'part');
  const compared = rows.filter((row) => row.difference);
  const differences = scaleOf(compared.flatMap(({difference: {of}}) =>
    [of.mean - (of.half_width ?? 0), of.mean + (of.half_width ?? 0)]), true);
  const ends = ({low, high}, isDifference) =>
    `from ${inKind(low, kind, isDifference)} to ${inKind(high, kind, isDifference)}`;
  const head = el('div', {class: 'compared head'}, el('span', {}, 'variant'),
      el('span', {}, ends(scale, false)), el('span'),
      ...compared.length > 0 ? [el('span', {}, 'difference of pairs, ' + ends(differences, true)),
        el('span')] : []);
  const lines = rows.map((row) => {
    const cells = [el('span', {class: 'name'}, row.label), track(row, scale, false),
      el('span', {class: 'value'}, inKind(row.mean, kind) +
          (row.half === null ? '' : ` \u00b1 ${inKind(row.half, kind === 'part' ? 'points' : kind)}`))];
    if (compared.length > 0 && row.difference) {
      const {of} = row.difference;
      const isSure = of.half_width !== null && Math.abs(of.mean) > of.half_width;
      const isSame = of.mean === 0 && of.half_width === 0;
      const half = of.half_width === null ? '' :
          ` \u00b1 ${inKind(of.half_width, kind === 'part' ? 'points' : kind)}`;
      cells.push(track({mean: of.mean, half: of.half_width, dots: [],
        look: isSure ? 'sure' : 'unsure'}, differences, true),
      el('span', {class: 'value difference'}, isSame ? 'the same in each run' :
          inKind(of.mean, kind, true) + half + (isSure ? '' : ', may be chance')));
    } else if (compared.length > 0) {
      cells.push(el('span', {class: 'about'}, !row.isReference ? '' : rows.length > 2 ?
        'the others are compared with it' : 'the other is compared with it'), el('span'));
    }
    return el('div', {class: 'compared'}, ...cells);
  });
  const many = rows[0].dots.length > 1;
  return el('figure', {}, el('figcaption', {}, el('b', {}, metricName(metric.path)), ' ',
      many ? 'small marks: single runs; line: where the mean is, at ' +
          `${data.provenance.confidence} confidence` : 'of one run each'),
  el('div', {class: compared.length > 0 ? 'intervals paired' : 'intervals'}, head, ...lines),
  behind('The same as a table', () => table(metricName(metric.path), ['variant', 'mean', '\u00b1',
    'difference', '\u00b1', 'p, by Holm', 'best in'], rows.map((row) => [row.label,
    inKind(row.mean, kind), row.half === null ? '' : inKind(row.half, kind),
    row.difference ? inKind(row.difference.of.mean, kind, true) : '',
    row.difference?.of.half_width ? inKind(row.difference.of.half_width, kind) : '',
    row.difference?.p_holm?.toPrecision(2) ?? '', row.best ?? '']))));
}

/** `wait_time.mean`: mean wait. */
function metricName(path) {
  const known = {'wait_time.mean': 'Mean wait', 'wait_time.median': 'Median wait',
    'wait_time.p95': '95 % waited at most', 'wait_time.max': 'Longest wait',
    'bounded_slowdown.mean': 'Mean bounded slowdown', 'utilization.whole_span': 'Utilization',
    'turnaround_time.mean': 'Mean turnaround', 'makespan': 'Makespan'};
  return known[path] ? `${known[path]} (${path})` : path;
}
