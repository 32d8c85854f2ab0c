// Numbers, times and dates in words.

const data = JSON.parse(byId('data').textContent);

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const count = (number) => Number.isInteger(number) ? number.toLocaleString('en') :
    number.toLocaleString('en', {maximumFractionDigits: 2});
const percent = (part) => {
  const value = 100 * part;
  if (value > 0 && value < 0.05) return '< 0.1 %';
  return value.toFixed(value > 0 && value < 1 ? 1 : 0) + ' %';
};

/** A length of time; `milliseconds`. */
function length(milliseconds) {
  const size = Math.abs(milliseconds);
  const round = (unit, name, decimals) => (milliseconds / unit).toFixed(decimals) + ' ' + name;
  if (size === 0) return '0 s';
  if (size < second) return milliseconds + ' ms';
  if (size < 90 * second) return round(second, 's', size % second && size < 10 * second ? 1 : 0);
  if (size < 90 * minute) return round(minute, 'min', size % minute && size < 10 * minute ? 1 : 0);
  if (size < 2 * day) return round(hour, 'h', 1);
  return round(day, 'days', size < 100 * day ? 1 : 0);
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months =
    ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (number) => String(number).padStart(2, '0');

/** The sites' clock at a virtual time, as a Date whose UTC is that clock. */
const clock = (time) => new Date((data.start || 0) + time);

/** `Mon 5 Jan 2026 09:12`, with seconds where they are asked for. */
function date(time, withSeconds = false) {
  const at = clock(time);
  return `${weekdays[at.getUTCDay()]} ${at.getUTCDate()} ${months[at.getUTCMonth()]} ` +
      `${at.getUTCFullYear()} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}` +
      (withSeconds ? ':' + two(at.getUTCSeconds()) : '');
}

/** A user in a list of names: a bare number is said to be a user. */
const userName = (name) => /^\d+$/.test(name) ? 'user ' + name : name;

/** A figure of the summary with its unit. */
function figure(value, unit) {
  if (value === null || value === undefined) return 'none';
  if (unit === 's') return length(value * second);
  if (unit === 'part') return (100 * value).toFixed(1) + ' %';
  return count(value);
}
