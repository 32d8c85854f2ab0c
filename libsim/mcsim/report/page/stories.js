// One job's story: what happened to it, and why, as mcsim explain tells it.

let stories = null;

/** Stories by the position of their job; unpacked when the first is asked for. */
function allStories() {
  stories ??= unpacked('stories').then((bytes) =>
    new Map(bytes ? JSON.parse(new TextDecoder().decode(bytes)) : []));
  return stories;
}

function storyPlace(jobs) {
  const place = el('div', {id: 'story', tabindex: -1});
  const show = async (job) => {
    const told = (await allStories()).get(job);
    const facts = [['submitted', date(jobs.submit[job], true)],
      ['of user', data.users[jobs.user[job]] || '(no name)'],
      ['to queue', data.queues[jobs.queue[job]][0]], ['slots', count(jobs.slots[job])],
      ['waited', length(jobs.wait[job])],
      ['first ran', jobs.start[job] >= 0 ? date(jobs.start[job], true) : 'never'],
      ['over', jobs.isOver[job] ? date(jobs.end[job], true) : 'not by the end of the run'],
      ['status', data.statuses[jobs.status[job]]]];
    place.replaceChildren(el('h3', {}, 'Job ' + jobName(jobs, job)),
        el('dl', {class: 'facts'}, ...facts.flatMap(([name, value]) =>
          [el('div', {}, el('dt', {}, name), el('dd', {}, value))])),
        told ? el('pre', {class: 'story'}, told) :
            el('p', {class: 'about'}, 'Its story is not in this page. It is told by: ',
                el('code', {}, `mcsim explain ${data.provenance.folder} --job ` +
                    `'${jobName(jobs, job)}'`)));
    return told;
  };
  return {place, show};
}

/** The jobs that waited longest: some of all. */
function longestWaits({wait}, most) {
  let least = -1;
  let found = [];
  for (let job = 0; job < wait.length; job++) {
    if (wait[job] <= least) continue;
    found.push(job);
    if (found.length < 1000) continue;
    found = found.sort((a, b) => wait[b] - wait[a] || a - b).slice(0, most);
    least = wait[found[found.length - 1]];
  }
  return found.sort((a, b) => wait[b] - wait[a] || a - b).slice(0, most);
}

/** Jobs that the page has stories of, longest waits first; if it has none, those waits. */
function storyList(gantt) {
  const most = 20;
  if (data.jobs === 0) return null;
  const list = el('ol', {class: 'found'});
  const title = data.stories === 1 ? 'The job whose story is told here' : data.stories > 1 ?
    `Stories of the ${count(data.stories)} jobs that waited longest` :
    data.jobs === 1 ? 'The job' : `The ${Math.min(most, data.jobs)} jobs that waited longest`;
  const details = el('details', {class: 'longest'}, el('summary', {}, title), list);
  details.addEventListener('toggle', async () => {
    if (list.childElementCount > 0) return;
    const jobs = data.stories > 0 ? (await allStories()).keys() : longestWaits(gantt.jobs, most);
    for (const job of jobs)
      list.append(el('li', {}, el('button', {type: 'button', onclick: () => gantt.goTo(job)},
          gantt.describe(job))));
  });
  return details;
}
