// What the page checks of itself when it is opened with #check: for tests, and for doubters.

async function runChecks(shown) {
  const lines = [];
  let failed = 0;
  const check = (name, isRight, found = '') => {
    if (!isRight) failed++;
    lines.push(`${isRight ? 'ok' : 'FAILED'} ${name}${found === '' ? '' : ': ' + found}`);
  };
  const near = (a, b, part = 1e-4) => Math.abs(a - b) <= part * Math.max(Math.abs(a), Math.abs(b), 1e-9);
  try {
    if (data.kind === 'compare') {
      checkComparison(shown, check, near);
    } else {
      checkSums(shown, check, near);
      await checkPictures(shown, check);
      await checkUse(shown, check);
    }
    checkNames(check);
  } catch (error) {
    check('no check stumbles', false, error);
  }
  const times = shown.times.map(([name, at]) => `${name} ${at.toFixed(0)} ms`).join(', ');
  lines.push(`${lines.length - failed} checks hold, ${failed} do not`, times);
  document.body.append(el('pre', {id: 'checks'}, lines.join('\n')));
}

/** Sums over what was unpacked are those of the summary. */
function checkSums({run, rows}, check, near) {
  const {jobs, bars} = run;
  const value = (name) => data.figures.find((one) => one.name === name).value;
  check('all jobs are there', data.jobs === value('jobs'), data.jobs);
  let sum = 0;
  let over = 0;
  for (let job = 0; job < data.jobs; job++) {
    if (!jobs.isOver[job] || jobs.start[job] < 0) continue;
    sum += jobs.wait[job];
    over++;
  }
  if (over > 0 && value('mean wait') !== null)
    check('the mean wait is that of the summary', near(sum / over / second, value('mean wait')),
        sum / over / second);
  const busy = new Float64Array(data.clusters.length);
  for (let bar = 0; bar < data.bars; bar++) {
    if (bars.state[bar] === 2) continue;
    for (let part = bars.part[bar]; part < bars.part[bar] + bars.parts[bar]; part++)
      busy[data.hosts[bars.host[part]][1]] += bars.slots[part] * (bars.end[bar] - bars.start[bar]);
  }
  data.clusters.forEach((cluster, at) => {
    check(`slot-time of ${cluster.name}`, near(busy[at], cluster.busy), busy[at]);
    const mean = rows.busy[at].series.mean.reduce((a, b) => a + b, 0) * data.bins[1];
    check(`slot-time of ${cluster.name} in its band`, near(mean, cluster.busy, 1e-2), mean);
  });
  const total = busy.reduce((a, b) => a + b, 0);
  for (const [what, list] of Object.entries(data.use)) {
    const used = list.reduce((sum, [, , time]) => sum + time, 0);
    if (list.length < 200) check(`slot-hours by ${what} are all of them`, near(used, total), used);
  }
  const all = data.clusters.reduce((slots, one) => slots + one.slots, 0);
  const span = value('makespan') * second;
  // What leases come to, and hosts that were down, is in the summary's alone.
  const borrows = data.hosts.some(([name]) => name.includes('@'));
  const used = busy.reduce((a, b) => a + b, 0) / (all * span);
  // Without segments.csv what was suspended counts as busy.
  if (span > 0 && all > 0 && !borrows && data.exact)
    check('utilization is not above that of the summary', used < value('utilization') + 0.001, used);
}

/** Whether a canvas shows something: how many of its pixels are not as its first one. */
function painted(picture) {
  const pixels = new Uint32Array(picture.getContext('2d').getImageData(0, 0, picture.width,
      picture.height).data.buffer);
  let other = 0;
  for (const pixel of pixels) if (pixel !== pixels[0]) other++;
  return other / pixels.length;
}

async function checkPictures(shown, check) {
  const {gantt, span, parts, lines} = shown;
  checkBars(gantt, check);
  if (data.exact)
    check('no host has more bars than slots', gantt.rectangles.crowded === 0,
        gantt.rectangles.crowded);
  check('the picture of jobs is not empty', data.bars === 0 || painted(gantt.picture) > 0.001);
  for (const part of parts)
    check('a band is not empty', painted(part.element.querySelector('canvas')) > 0.001);
  for (const line of lines) if (line) check('a chart has lines', line.lines() > 0, line.lines());
  for (const picture of document.querySelectorAll('canvas, svg'))
    check('a picture has a name', Boolean(picture.getAttribute('aria-label')));
  checkSpeed(gantt, span, check);
  checkExact(shown, check);
}

/** What the picture of jobs shows now, in some size: how many bars, and its pixels. */
function imageOf(gantt, isThin) {
  const image = document.createElement('canvas').getContext('2d').createImageData(1000, 600);
  const view = gantt.view(image, 1);
  return {...gantt.painter.paint(view, gantt.colours(), isThin), pixels: view.pixels};
}

/** All bars are painted, and the fewer that are enough for the whole run cover what all of them do. */
function checkBars(gantt, check) {
  const all = imageOf(gantt, false);
  const fewer = imageOf(gantt, true);
  check('all bars are drawn', all.bars === data.bars, all.bars);
  let covered = 0;
  let missed = 0;
  // Large bars leave a gap at their right and below, which a small one may have filled.
  const isBare = (pixels, at) => pixels[at] === 0 && !pixels[at - 1] && !pixels[at - 1000];
  all.pixels.forEach((pixel, at) => {
    if (pixel !== 0) covered++;
    if (pixel !== 0 && isBare(fewer.pixels, at)) missed++;
    if (fewer.pixels[at] !== 0 && isBare(all.pixels, at)) missed++;
  });
  check('fewer bars cover the same', missed <= 0.001 * covered,
      `${fewer.bars} bars, ${missed} of ${covered} pixels differ`);
}

/** What is added up of the bars of a window is what is packed, and what is drawn of it. */
function checkExact({exact, rows, span}, check) {
  const [from, width, bins] = data.bins;
  const size = Math.min(bins, 20);
  let compared = 0;
  let off = 0;
  for (const first of [0, Math.floor((bins - size) / 3), bins - size]) {
    const all = exact.of(from + first * width, width, size);
    for (const [name, clusters] of Object.entries(all ?? {})) clusters.forEach((one, cluster) => {
      const packed = rows[name][cluster].series;
      for (let at = 0; at < size; at++) {
        compared++;
        if (one.least[at] !== packed.least[first + at] || one.most[at] !== packed.most[first + at] ||
            Math.abs(one.mean[at] - packed.mean[first + at]) > 0.0051) off++;
      }
    });
  }
  check('bands are the sums of bars', off === 0, `${off} of ${compared} differ`);
  span.show(from, from + width);
  const zoomed = exact.shown(span, 100);
  check('and are so closely seen', zoomed === null || zoomed.busy[0].bins[2] === 100);
  span.all();
}

/** How long it takes to draw everything again: the shortest of five times, since others compute, too. */
function checkSpeed(gantt, span, check) {
  const redraw = () => Math.min(...Array.from({length: 5}, () => {
    const begin = performance.now();
    span.draw();
    return performance.now() - begin;
  }));
  const times = [1, 0.5, 0.25, 0.12, 0.05, 0.01, 0.001].map((part) => {
    span.all();
    span.zoom(part);
    return redraw();
  });
  span.all();
  gantt.zoomRows(0.1);
  times.push(redraw());
  gantt.showCluster(-1);
  span.draw();
  // 100 ms are asked for on a machine of its own; a busy one takes several times as long.
  check('redrawing is quick', Math.max(...times) <= 500,
      times.map((time) => time.toFixed(0)).join(', ') + ' ms');
}

/** Means are those of the runs that are shown, and each variant has a row. */
function checkComparison({pictures}, check, near) {
  check('there is a picture', pictures.length > 0, pictures.length);
  for (const picture of pictures)
    check('it has a row for each variant', picture.querySelectorAll('.compared:not(.head)').length ===
        data.variants.length);
  data.metrics.forEach((metric, at) => {
    for (const {label, values, standings} of data.variants) {
      if (!standings[at]) continue;
      const mean = values[at].reduce((a, b) => a + b, 0) / values[at].length;
      check(`${metric.path} of ${label}`, near(mean, standings[at].of.mean), mean);
    }
  });
}

/** Names that would be elements, if they were not taken for text. */
function checkNames(check) {
  check('no name has become an element', document.querySelectorAll('img, iframe, object, embed, ' +
      'link, form:not(.search), a').length === 0);
  check('nothing ran that came with the data', globalThis.hurt === undefined);
}

/** Zoom, hover, search and stories, by what a user does. */
async function checkUse({run, gantt, span, search, story}, check) {
  const key = (name) => gantt.picture.dispatchEvent(new KeyboardEvent('keydown', {key: name}));
  const before = span.length;
  key('+');
  span.draw();
  check('+ shows half of the time', Math.abs(span.length - before / 2) <= 10, span.length);
  key('0');
  span.draw();
  check('0 shows all of it', span.length === before, span.length);
  if (data.bars === 0) return;
  const bar = 0;
  const job = run.bars.job[bar];
  gantt.goTo(job);
  span.draw();
  const rectangle = gantt.firstRectangle(bar);
  const box = gantt.picture.getBoundingClientRect();
  const middle = Math.min((run.bars.start[bar] + run.bars.end[bar]) / 2, span.to);
  const x = box.left + leftMargin() + (middle - span.from) / span.length *
      (box.width - leftMargin());
  const y = box.top + (gantt.rectangles.lane[rectangle] + 0.5 - gantt.rows[0]) /
      (gantt.rows[1] - gantt.rows[0]) * (box.height - gantt.axis());
  gantt.picture.dispatchEvent(new PointerEvent('pointermove', {clientX: x, clientY: y}));
  check('hovering names the job', !gantt.tip.hidden &&
      gantt.tip.textContent.includes(jobName(run.jobs, job)), gantt.tip.textContent);
  search.input.value = jobName(run.jobs, job);
  const found = search.find();
  check('a job is found by its name', found.length === 1 && found[0] === job, found.length);
  gantt.choose(-1);
  span.all();
  check('and is seen among all', imageOf(gantt).pixels.includes(gantt.colours().result[job]));
  const user = data.users[run.jobs.user[job]];
  search.input.value = user;
  if (user) {
    const ofUser = run.jobs.user.reduce((sum, one) => sum + (one === run.jobs.user[job] ? 1 : 0), 0);
    check('and by its user', search.find().includes(job));
    check('which is said', search.said.textContent.startsWith(count(ofUser) +
        (ofUser === 1 ? ' job' : ' jobs') + ' of user ' + user), search.said.textContent);
    search.input.value = 'user ' + user;
    check('who may be called one', search.find().length === ofUser, search.said.textContent);
  }
  search.input.value = '';
  search.find();
  const told = [...(await allStories()).keys()];
  check('there are as many stories as were promised', told.length === data.stories, told.length);
  const waits = longestWaits(run.jobs, 20).map((one) => run.jobs.wait[one]);
  check('the longest waits are found', waits[0] === run.jobs.wait.reduce((a, b) => Math.max(a, b)) &&
      waits.every((wait, at) => at === 0 || wait <= waits[at - 1]), length(waits[0]));
  if (told.length > 0) {
    const text = await story.show(told[0]);
    check('a story names its job', text.includes(`job ${run.jobs.id[told[0]]}`));
    check('and is shown', byId('story').textContent.includes(text));
  }
  span.all();
  gantt.choose(-1);
}
