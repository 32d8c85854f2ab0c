// How long jobs waited: the part of them that had started after a time, by queue, user or width.

const mostLines = 8;
const waitMarks = new Map([[second, '1 s'], [10 * second, '10 s'], [minute, '1 min'],
  [10 * minute, '10 min'], [hour, '1 h'], [10 * hour, '10 h'], [4 * day, '4 days'],
  [40 * day, '40 days']]);

/** Chosen by buttons of a group; `show` is told which. */
function choice(label, names, show) {
  const buttons = names.map((name, at) => el('button', {type: 'button', 'aria-pressed': at === 0,
    onclick: () => {
      buttons.forEach((one, which) => one.setAttribute('aria-pressed', which === at));
      show(at);
    }}, name));
  buttons.forEach((one, at) => one.setAttribute('aria-pressed', at === 0));
  return el('div', {class: 'bar', role: 'group', 'aria-label': label}, ...buttons);
}

function waitLines(groups, nameOf) {
  return groups.slice(0, mostLines).map((group) => {
    // On a logarithmic axis those that did not wait stand at one second.
    const points = [];
    group.within.forEach((jobs, at) => {
      const mark = data.waits.marks[at];
      if (mark >= second || at === 0)
        points.push({x: Math.max(mark, second), y: 100 * jobs / group.jobs});
    });
    return {name: nameOf(group), points};
  });
}

function waitTable(what, groups, nameOf) {
  const order = what === 'width' ? 'narrow ones first' : 'those whose jobs waited most in all first';
  return table(`Waits by ${what}: ${groups.length} of them, ${order}`,
      [what, 'jobs', 'mean', 'half waited at most', '95 % waited at most', 'longest'],
      groups.map((group) => [nameOf(group), group.jobs, length(Math.round(group.mean)),
        length(group.median), length(group.p95), length(group.longest)]));
}

/** Slot-hours of queues or users; null: no job has run. */
function useTable(what) {
  const rows = data.use[what];
  if (rows.length === 0) return null;
  const all = rows.reduce((sum, [, , used]) => sum + used, 0);
  const hours = (time) => count(Math.round(time / hour));
  const which = what === 'queue' ? 'the queue that jobs were submitted to' : 'user';
  return behind(`By ${which}`, () => table(`Slot-hours by ${which}, most first` +
      (rows.length === 200 ? '; the first 200' : ''),
  [what, 'jobs that ran', 'slot-hours', 'of these', ...data.exact ? ['while suspended'] : []],
  rows.map(([name, jobs, used, suspended]) => [(what === 'user' ? userName(name) : name) ||
    '(no name)', jobs, hours(used), percent(used / Math.max(all, 1)),
  ...data.exact ? [hours(suspended)] : []])));
}

async function drawWaits(place) {
  const kinds = [['queue', data.waits.queue], ['user', data.waits.user], ['width', data.waits.width]]
      .filter(([, groups]) => groups.length > 0);
  if (kinds.length === 0) {
    place.append(el('p', {}, 'No job has started and ended.'));
    return null;
  }
  const box = el('div', {class: 'chart'});
  const below = el('div');
  const note = el('p', {class: 'about'});
  const show = async (at) => {
    const [what, groups] = kinds[at];
    const nameOf = ({name}) => (what === 'user' ? userName(name) : name) || '(no name)';
    const picture = el('canvas', {role: 'img', 'aria-label': `Part of the jobs that had started ` +
        `after a time, by ${what}; the table below has the numbers`});
    box.replaceChildren(picture);
    note.textContent = groups.length > mostLines ?
        (what === 'width' ? `The ${mostLines} narrowest of ${groups.length}.` :
          `The ${mostLines} of ${groups.length} whose jobs waited most in all.`) : '';
    below.replaceChildren(behind('The same as a table', () => waitTable(what, groups, nameOf)));
    return lineChart(picture, waitLines(groups, nameOf), {
      x: {type: 'logarithmic', title: 'waited at most', min: second,
        max: data.waits.marks[data.waits.marks.length - 1],
        say: (value, always) => always ? length(Math.round(value)) : waitMarks.get(value) ?? '',
        afterBuildTicks: (axis) => {
          axis.ticks = [...waitMarks.keys()].filter((mark) => mark >= axis.min && mark <= axis.max)
              .map((value) => ({value}));
        }},
      y: {title: 'of the jobs', min: 0, max: 100, say: (value) => value.toFixed(0) + ' %'},
    });
  };
  place.append(choice('Waits by', kinds.map(([what]) => 'by ' + what), show), box, note, below);
  return show(0);
}
