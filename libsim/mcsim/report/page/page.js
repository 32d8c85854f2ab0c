// The page from its first words to its foot, and all of it of a run.

function heading(main) {
  if (data.about) main.append(el('p', {class: 'about'}, data.about));
  const [first, ...more] = data.words;
  main.append(el('p', {class: 'first'}, first),
      el('ul', {class: 'words'}, ...more.map((one) => el('li', {}, one))));
  if (data.figures) main.append(el('dl', {class: 'figures'}, ...data.figures.map(({name, unit, value}) =>
    el('div', {}, el('dt', {}, name), el('dd', {}, figure(value, unit))))));
  if (data.notes.length > 0)
    main.append(el('aside', {class: 'notes', 'aria-label': 'What this page cannot show'},
        ...data.notes.map((note) => el('p', {}, note))));
}

function overTime(found, span, exact) {
  const columns = 1000;
  const row = (name, cluster, at, top) =>
    ({name: cluster.name, slots: cluster.slots, colour: colour(at), at,
      series: readSeries(found, name, at), finer: () => exact.shown(span, columns)?.[name][at], top});
  const rows = {busy: [], pending: [], guests: []};
  data.clusters.forEach((cluster, at) => {
    for (const name of Object.keys(rows)) rows[name].push(row(name, cluster, at, 1));
  });
  // Rows of one picture are as high as each other, or they could not be compared.
  for (const one of [...rows.busy, ...rows.guests]) {
    one.top = Math.max(one.slots, 1);
    one.ticks = [0, one.top / 2, one.top];
  }
  const mostPending = Math.max(...rows.pending.map((one) => one.series.most.reduce(
      (a, b) => Math.max(a, b), 1)));
  for (const one of rows.pending) one.top = mostPending;
  const part = (value, of) => percent(value / Math.max(of.slots, 1));
  const parts = [
    bands('Utilization', 'slots that are busy, of all of the cluster; dark: the mean, pale: from ' +
        'the least to the most', rows.busy, span, part),
    bands('Pending', 'jobs that wait, by the cluster that they were submitted to', rows.pending, span,
        (value) => count(Number.isInteger(value) ? value : Number(value.toFixed(1)))),
  ];
  const hasGuests = rows.guests.some((one) => one.series.most.some((value) => value > 0));
  if (hasGuests)
    parts.push(bands('Guests', 'slots that jobs of other clusters use', rows.guests, span, part));
  const redraw = () => {
    for (const list of Object.values(rows)) for (const one of list) one.colour = colour(one.at);
  };
  return {parts, rows, redraw};
}

/** A backtest's run before what there really was. */
function backtestBands(found, span) {
  const round = (value) => count(Number(value.toFixed(1)));
  const row = (name, kind, at) => {
    const {series, really} = readBacktest(found, kind);
    const top = Math.max(really.reduce((a, b) => Math.max(a, b), 1),
        series.mean.reduce((a, b) => Math.max(a, b), 1));
    return {name, series, really, top, colour: colour(at), at};
  };
  const rows = [row('busy slots', 'busy', 0), row('waiting jobs', 'waiting', 1)];
  return {rows, part: bands('As it really was, and as the run has it',
      'grey: what there really was; line: the run', rows, span, round)};
}

function foot() {
  const from = data.provenance;
  const rows = [['made by', `mcsim ${from.version} (${from.revision}, ${from.compiler})`],
    ['with', from.command_line], ['where', from.directory], ['seed', from.seed],
    ['fingerprint of all that happened', from.fingerprint],
    ['scenario.json', from.scenario], ...from.inputs,
    ['made again by', `mcsim run ${from.folder}/scenario.json`],
    ['this page', `${from.program} report ${from.folder}`]].filter(([, value]) => value);
  byId('foot').prepend(el('h2', {}, 'Where this comes from'), el('dl', {class: 'provenance'},
      ...rows.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {},
          el('code', {}, value))))));
}

async function showRun(main) {
  heading(main);
  const times = [['begun', performance.now()]];
  const note = (name) => times.push([name, performance.now()]);
  const found = await columns();
  note('inflated');
  const run = readJobs(found);
  note('read');
  const span = new Span(data.from, data.end);
  const gantt = new Gantt(run, span);
  const exact = new ExactSeries(run, gantt.painter.longest);
  const {parts, rows, redraw} = overTime(found, span, exact);
  const backtest = data.backtest ? backtestBands(found, span) : null;
  if (backtest) parts.unshift(backtest.part);
  note('laid out');
  const search = searchBox(gantt);
  const story = storyPlace(run.jobs);
  gantt.onChoose = story.show;
  main.append(section('Over time', 'Drag over a picture to see a part of the time; click into it ' +
      'and turn the wheel, or use + and -, the arrows and 0.', spanBar(span),
  ...parts.map((part) => part.element),
  el('figure', {}, el('figcaption', {}, el('b', {}, 'Every job on every host'),
      ' a row is a slot; a thin line is a job that is suspended'), ganttControls(gantt), gantt.box,
  gantt.said, search.element, story.place, storyList(gantt))));
  const waits = el('div');
  main.append(section('How long jobs waited', 'The part of the jobs that had started after a time. ' +
      'A line that rises early is a queue, a user or a width that waits little.', waits));
  // Of a few hours a week says nothing.
  if (data.end - data.from >= day)
    main.append(section('Hours of the week', null, heatPictures()));
  const why = reasonPictures();
  if (why.length > 0) main.append(section('Why jobs waited', null, ...why));
  if (data.use.queue.length > 0)
    main.append(section('Who used the slots', data.exact ? 'Time in which a job was suspended is ' +
        'not in its slot-hours.' : 'Time in which a job was suspended is in its slot-hours.',
    useTable('queue'), useTable('user')));
  if (data.clusters.length > 1)
    main.append(section('Who runs whose work', aboutFlows(), el('figure', {}, flowPicture()),
        behind('The same as a table', flowTable)));
  const counters = el('div');
  if (data.counters) main.append(section('How wrong counters were', null, counters));
  foot();
  span.draw();
  onLook(() => {
    redraw();
    for (const row of backtest?.rows ?? []) row.colour = colour(row.at);
    gantt.kept = null;
    span.draw();
  });
  note('drawn');
  const lines = [await drawWaits(waits), data.counters ? await drawCounters(counters) : null];
  // The first close look is not to wait for it.
  (globalThis.requestIdleCallback ?? setTimeout)(() => exact.waiting());
  return {run, span, rows, exact, parts, gantt, search, story, lines, times};
}

async function show() {
  const main = byId('main');
  if (!byId('library').textContent) byId('licence').remove();
  const shown = await (data.kind === 'compare' ? showCompare : showRun)(main);
  watchLook();
  if (location.hash === '#check') await runChecks(shown);
  document.documentElement.dataset.ready = shown.times.at(-1)[1].toFixed(0);  // ms since the page was opened
}

show().catch((error) => {
  byId('main').append(el('pre', {id: 'failed'}, 'This page could not be drawn: ' + error));
  document.documentElement.dataset.ready = 'failed';
});
