// The hours of the week as a table of coloured cells: a picture that is its own table.

const daysOfWeek = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** `parts`: how dark each of the 168 hours is, from 0 to 1; `words`: what each says. */
function heat(title, about, parts, words, legend) {
  const head = el('tr', {}, el('td'),
      ...Array.from({length: 24}, (_, at) => el('th', {scope: 'col'}, at % 3 === 0 ? at : '')));
  const cell = (at) => {
    const part = Math.min(Math.max(parts[at], 0), 1);
    const box = el('td', {title: `${daysOfWeek[Math.floor(at / 24)]} ${at % 24}-${at % 24 + 1} h: ` +
        words[at]}, el('span', {class: 'unseen'}, words[at]));
    box.style.setProperty('--part', (100 * part).toFixed(1) + '%');
    return box;
  };
  const body = daysOfWeek.map((name, at) => el('tr', {}, el('th', {scope: 'row'}, name),
      ...Array.from({length: 24}, (_, of) => cell(at * 24 + of))));
  return el('figure', {}, el('figcaption', {}, el('b', {}, title), ' ', about),
      el('table', {class: 'heat', 'aria-label': title}, el('thead', {}, head),
          el('tbody', {}, ...body)),
      el('div', {class: 'legend'}, el('span', {}, legend[0]),
          el('span', {class: 'ramp', 'aria-hidden': 'true'}), el('span', {}, legend[1])));
}

function heatPictures() {
  const {use, wait, jobs} = data.week;
  const longest = Math.max(...wait, 1);
  // Waits differ by orders: the square root shows short ones, too.
  return el('div', {class: 'two'},
      heat('Slots that were busy', 'by the hour of the week, of all clusters', use,
          use.map((part) => percent(part)), ['0 %', '100 %']),
      heat('Mean wait', 'of jobs that were submitted in this hour',
          wait.map((one) => Math.sqrt(one / longest)),
          wait.map((one, at) => jobs[at] === 0 ? 'no jobs' :
              `${length(Math.round(one))}, ${count(jobs[at])} jobs`),
          ['0 s', length(Math.round(longest))]));
}
