// How wrong the counters were that clusters chose by: by the age of the report that they came from.

async function drawCounters(place) {
  const {queues} = data.counters;
  const about = 'How far the free slots that a receive queue reported were from those that it ' +
      'reported later: by so many slots a cluster is wrong that chooses by a report of that age.';
  const picture = el('canvas', {role: 'img', 'aria-label': 'How wrong counters were, by the age of ' +
      'the report; the table below has the numbers'});
  place.append(el('p', {class: 'about'}, about), el('div', {class: 'chart'}, picture),
      behind('The same as a table', () => table('Counters by the age of their report',
          ['receive queue', 'age', 'compared', 'wrong by, on average', 'at most'],
          queues.flatMap((queue) => queue.ages.map((one) => [queue.name, length(one.age), one.count,
            one.mean.toFixed(2) + ' slots', one.most + ' slots'])))));
  const oldest = Math.max(...queues.flatMap((queue) => queue.ages.map((one) => one.age)), second);
  return lineChart(picture, queues.map((queue) => ({name: queue.name,
    points: queue.ages.map((one) => ({x: one.age, y: one.mean}))})), {
    x: {title: 'age of the report', min: 0, say: (value) => length(Math.round(value)),
      ticks: {stepSize: timeSteps.find((step) => step >= oldest / 8)}},
    y: {title: 'slots wrong, on average', min: 0, say: (value) => count(value)},
  });
}
