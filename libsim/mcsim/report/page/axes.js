// Axes as text: round numbers, and round times of the sites' clock.

/** Up to about `most` round numbers from 0 to `top`. */
function valueTicks(top, most = 3) {
  if (!(top > 0)) return [0];
  const rough = top / most;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * decade).find((size) => size >= rough);
  const ticks = [];
  for (let at = 0; at <= top * 1.0001; at += step) ticks.push(at);
  return ticks;
}

const timeSteps = [
  10, 20, 50, 100, 200, 500, second, 2 * second, 5 * second, 10 * second, 30 * second, minute,
  2 * minute, 5 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour,
  day, 2 * day, 7 * day, 14 * day, 28 * day, 91 * day, 182 * day, 364 * day];

/** Times with their names: hours of a day, days, or the first of months and years. */
function timeTicks(from, to, most) {
  const rough = (to - from) / Math.max(most, 1);
  if (rough > 25 * day) return monthTicks(from, to, rough);
  const step = timeSteps.find((size) => size >= rough) || timeSteps[timeSteps.length - 1];
  const shift = step >= 7 * day ? 4 * day : 0;  // 1970 began on a Thursday; weeks on a Monday
  const begin = (data.start || 0) - shift;
  const ticks = [];
  for (let at = Math.ceil((from + begin) / step) * step - begin; at <= to; at += step)
    ticks.push({at, text: tickText(at, step)});
  return ticks;
}

function tickText(time, step) {
  const at = clock(time);
  const dayText = `${at.getUTCDate()} ${months[at.getUTCMonth()]}`;
  if (step >= day) return step < 7 * day ? `${weekdays[at.getUTCDay()]} ${dayText}` : dayText;
  const isMidnight = at.getUTCHours() === 0 && at.getUTCMinutes() === 0 && at.getUTCSeconds() === 0;
  if (isMidnight) return `${weekdays[at.getUTCDay()]} ${dayText}`;
  const text = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
  if (step >= minute) return text;
  return `${text}:${two(at.getUTCSeconds())}` +
      (step < second ? '.' + String(at.getUTCMilliseconds()).padStart(3, '0') : '');
}

function monthTicks(from, to, rough) {
  const step = [1, 2, 3, 6, 12, 24, 60, 120, 600, 1200, 12000].find(
      (size) => size * 30 * day >= rough) || 120000;
  const first = clock(from);
  const ticks = [];
  let number = Math.ceil((first.getUTCFullYear() * 12 + first.getUTCMonth()) / step) * step;
  for (; ticks.length < 100; number += step) {
    const at = Date.UTC(Math.floor(number / 12), number % 12, 1) - (data.start || 0);
    if (at > to) break;
    const year = Math.floor(number / 12);
    if (at >= from) ticks.push({at, text: step >= 12 ? String(year) :
        `${months[number % 12]} ${year}`});
  }
  return ticks;
}

/** Draws the axis of time below a picture, and thin lines up to `top`. */
function drawTimeAxis(pen, span, left, right, top, bottom) {
  const width = right - left;
  const most = Math.max(2, Math.floor(width / (width < 500 ? 72 : 110)));
  pen.textAlign = 'center';
  pen.textBaseline = 'top';
  for (const {at, text} of timeTicks(span.from, span.to, most)) {
    const x = left + (at - span.from) / span.length * width;
    pen.fillStyle = style('--faint');
    pen.fillRect(Math.round(x), top, 1, bottom - top);
    pen.fillStyle = style('--soft');
    const half = pen.measureText(text).width / 2;
    pen.fillText(text, Math.min(Math.max(x, left + half), right - half), bottom + 5);
  }
}
