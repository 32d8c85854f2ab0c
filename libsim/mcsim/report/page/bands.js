// Numbers over time as bands: from the least to the most of each bin, and the mean as a line.

const leftMargin = () => innerWidth < 600 ? 46 : 118;
const rightMargin = 8;

/**
 * One picture with a row for each cluster. `rows`: name, series, top (what the row is as high as),
 * colour. `say` writes a value in words.
 */
function bands(title, about, rows, span, say) {
  const rowHeight = rows.length > 6 ? 44 : rows.length > 2 ? 64 : 92;
  const height = rows.length * (rowHeight + 12) + 28;
  const picture = canvas(title + ', over time; the table below has the same by day', height);
  const tip = el('output', {class: 'readout'});
  let pointer = null;
  let selected = null;

  // `finer`: what a row has for the time that is shown, where the packed bins are too coarse.
  const seriesOf = (row) => row.finer?.() ?? row.series;
  const binAt = (time, [from, width, bins]) =>
    Math.min(Math.max(Math.floor((time - from) / width), 0), bins - 1);

  function drawRow(pen, row, at, left, right, top, bottom) {
    const {least, most, mean, bins} = seriesOf(row);
    const [binsFrom, binWidth] = bins;
    const y = (value) => bottom - Math.min(value / row.top, 1.02) * (bottom - top);
    pen.textBaseline = 'middle';
    for (const tick of row.ticks ?? valueTicks(row.top, rowHeight > 60 ? 3 : 2)) {
      pen.fillStyle = style('--faint');
      pen.fillRect(left, Math.round(y(tick)), right - left, 1);
      pen.fillStyle = style('--soft');
      pen.textAlign = 'right';
      if (tick > 0 || rows.length < 4) pen.fillText(say(tick, row), left - 6, y(tick));
    }
    const first = binAt(span.from, bins);
    const last = binAt(span.to, bins);
    const x = (bin) => left + (binsFrom + bin * binWidth - span.from) / span.length *
        (right - left);
    pen.save();
    pen.beginPath();
    pen.rect(left, top - 3, right - left, bottom - top + 6);
    pen.clip();
    // Where there are more bins than pixels, those of a pixel become one.
    const step = Math.max(1, Math.floor((last - first) / (right - left)));
    if (row.really) {
      // What really was is a grey ground, before which the run's line stands.
      pen.fillStyle = style('--soft');
      pen.globalAlpha = 0.35;
      for (let bin = first; bin <= last; bin += step) {
        const end = Math.min(bin + step, last + 1);
        let sum = 0;
        for (let one = bin; one < end; one++) sum += row.really[one];
        const top = y(sum / (end - bin));
        pen.fillRect(x(bin), top, Math.max(x(end) - x(bin), 1), bottom - top);
      }
    }
    pen.fillStyle = row.colour;
    pen.globalAlpha = 0.3;
    const line = [];
    for (let bin = first; bin <= last; bin += step) {
      let low = Infinity;
      let high = 0;
      let sum = 0;
      const end = Math.min(bin + step, last + 1);
      for (let one = bin; one < end; one++) {
        low = Math.min(low, least[one]);
        high = Math.max(high, most[one]);
        sum += mean[one];
      }
      const [begin, stop] = [x(bin), x(end)];
      pen.fillRect(begin, y(high), Math.max(stop - begin, 1), Math.max(y(low) - y(high), 0.5));
      line.push([begin, stop, y(sum / (end - bin))]);
    }
    pen.globalAlpha = 1;
    pen.strokeStyle = row.colour;
    pen.lineWidth = 1.4;
    pen.beginPath();
    for (const [begin, stop, height] of line) {
      // Wide bins are steps, so that nobody takes a slope for something that was measured.
      if (stop - begin > 4) pen.lineTo(begin, height);
      pen.lineTo(stop - begin > 4 ? stop : (begin + stop) / 2, height);
    }
    pen.stroke();
    pen.restore();
    pen.textAlign = 'left';
    pen.textBaseline = 'top';
    pen.fillStyle = style('--ink');
    if (left >= 80) {
      pen.fillText(row.name, 0, top, left - 44);
      return;
    }
    // There is no room beside the picture: the name stands on it, on paper of its own.
    pen.strokeStyle = style('--paper');
    pen.lineWidth = 5;
    pen.lineJoin = 'round';
    pen.strokeText(row.name, left + 4, top, right - left);
    pen.fillText(row.name, left + 4, top, right - left);
  }

  function draw() {
    const {pen, width} = prepared(picture);
    const left = leftMargin();
    const right = width - rightMargin;
    const bottomOfAll = rows.length * (rowHeight + 12) - 4;
    drawTimeAxis(pen, span, left, right, 4, bottomOfAll);
    rows.forEach((row, at) => {
      const top = at * (rowHeight + 12) + 8;
      drawRow(pen, row, at, left, right, top, top + rowHeight - 4);
    });
    if (selected) {
      const x = (time) => left + (time - span.from) / span.length * (right - left);
      pen.globalAlpha = 0.15;
      pen.fillStyle = style('--ink');
      pen.fillRect(x(selected[0]), 4, x(selected[1]) - x(selected[0]), bottomOfAll - 4);
      pen.globalAlpha = 1;
    }
    if (pointer !== null && pointer >= span.from && pointer <= span.to) {
      pen.fillStyle = style('--ink');
      pen.fillRect(left + (pointer - span.from) / span.length * (right - left), 4, 1,
          bottomOfAll - 4);
    }
  }

  function read(time) {
    pointer = time;
    const {bins} = seriesOf(rows[0]);
    const bin = binAt(time, bins);
    tip.textContent = date(bins[0] + bin * bins[1], bins[1] < minute) + ': ' + rows.map((row) => {
      const {least, most, mean} = seriesOf(row);
      const range = most[bin] > least[bin] ?
          ` (${say(least[bin], row)} to ${say(most[bin], row)})` : '';
      const really = row.really ? `, really ${say(row.really[bin], row)}` : '';
      return `${row.name} ${say(mean[bin], row)}${range}${really}`;
    }).join(', ');
  }

  const timeAt = steer(picture, span, leftMargin);
  picture.addEventListener('select', (event) => {
    selected = event.detail;
    draw();
  });
  picture.addEventListener('pointermove', (event) => {
    read(timeAt(event));
    draw();
  });
  picture.addEventListener('pointerleave', () => {
    pointer = null;
    tip.textContent = '';
    draw();
  });
  span.listen(draw);
  return {element: el('figure', {}, el('figcaption', {}, el('b', {}, title), ' ', about), picture,
      tip, behind('The same as a table', () => bandTable(title, rows, say))), draw, read};
}

/** The shortest usual length of which at most fifty make a time, and its name. */
function rowLength(span, atLeast) {
  const steps = [[minute, 'a minute'], [10 * minute, '10 minutes'], [hour, 'an hour'], [day, 'a day'],
    [7 * day, '7 days'], [28 * day, '28 days'], [364 * day, '52 weeks']];
  return steps.find(([step]) => step >= atLeast && span / step <= 50) ?? steps.at(-1);
}

/** A row a day, from midnight to midnight, or rows of other usual lengths: at most fifty. */
function bandTable(title, rows, say) {
  const [from, width, bins] = rows[0].series.bins;
  const to = from + bins * width;
  const [step, name] = rowLength(to - from, width);
  const unit = Math.min(step, day);
  const first = Math.floor(((data.start || 0) + from) / unit) * unit - (data.start || 0);
  const lines = [];
  for (let begin = first; begin < to; begin += step) {
    const end = begin + step;
    // A piece that lies in two rows counts for the mean of both, and is seen in the one that has more of it.
    const parts = [];
    for (let at = Math.max(0, Math.floor((begin - from) / width)); at < bins; at++) {
      const [low, high] = [from + at * width, from + (at + 1) * width];
      if (low >= end) break;
      const weight = Math.min(high, end) - Math.max(low, begin);
      if (weight > 0) parts.push({at, weight, isSeen: 2 * weight >= width});
    }
    const all = parts.reduce((sum, {weight}) => sum + weight, 0);
    const seen = parts.some(({isSeen}) => isSeen) ? parts.filter(({isSeen}) => isSeen) : parts;
    if (all === 0) continue;
    const mean = (values) => parts.reduce((sum, {at, weight}) => sum + values[at] * weight, 0) / all;
    const cells = rows.map(({series, ...row}) => {
      const low = seen.reduce((least, {at}) => Math.min(least, series.least[at]), Infinity);
      const high = seen.reduce((most, {at}) => Math.max(most, series.most[at]), 0);
      return `${say(mean(series.mean), row)} (${say(low, row)} to ${say(high, row)})` +
          (row.really ? `, really ${say(mean(row.really), row)}` : '');
    });
    lines.push([date(Math.max(begin, from)), ...cells]);
  }
  return table(`${title}: mean, and least to most; each row is ${name}, of pieces of ` +
      length(width), ['from', ...rows.map((row) => row.name)], lines);
}
