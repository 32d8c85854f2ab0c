// Why jobs waited: the time by pending reason, where the summary has it, and who waits still.

/** Bars with their names and numbers: a list that is read as it is seen. */
function barList(rows, say, most = Math.max(...rows.map((row) => row.value), 1e-9)) {
  return el('ul', {class: 'bars'}, ...rows.map((row, at) => {
    const bar = el('span', {class: 'amount', 'aria-hidden': 'true'});
    bar.style.width = (100 * row.value / most).toFixed(2) + '%';
    return el('li', {}, el('span', {class: 'name'}, row.name), el('span', {class: 'track'}, bar),
        el('span', {class: 'value'}, say(row)));
  }));
}

function reasonPictures() {
  const parts = [];
  const rows = Array.isArray(data.reasons) ? data.reasons : [];
  if (rows.length > 0) {
    const sums = new Map();
    for (const row of rows) sums.set(row.reason, (sums.get(row.reason) || 0) + row.seconds);
    const all = [...sums.values()].reduce((a, b) => a + b, 0) || 1;
    const sorted = [...sums].sort((a, b) => b[1] - a[1]);
    parts.push(barList(sorted.slice(0, 12).map(([name, value]) => ({name, value})),
        (row) => `${length(Math.round(row.value * second))} of jobs (${percent(row.value / all)})`),
    behind('The same by queue', () => table('Time that jobs waited, by queue and reason',
        ['reason', 'cluster', 'queue', 'jobs', 'waited in all', 'part of all'],
        [...rows].sort((a, b) => b.seconds - a.seconds).map((row) => [row.reason, row.cluster,
          row.queue, row.jobs ?? '', length(Math.round(row.seconds * second)),
          percent(row.seconds / all)]))));
  }
  const pending = Object.entries(data.pending || {}).sort((a, b) => b[1] - a[1]);
  if (pending.length > 0)
    parts.push(el('h3', {}, 'Jobs that still waited at the end'),
        barList(pending.map(([name, value]) => ({name, value})), (row) => count(row.value) + ' jobs'));
  return parts;
}
