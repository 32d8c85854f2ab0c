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

/** Jobs that the page has stories of, longest waits first. */
function storyList(gantt) {
  if (data.stories === 0) return null;
  const list = el('ol', {class: 'found'});
  const details = el('details', {}, el('summary', {}, data.stories === 1 ?
      'The job whose story is told here' :
      `The ${count(data.stories)} jobs that waited longest, whose stories are told here`), list);
  details.addEventListener('toggle', async () => {
    if (list.childElementCount > 0) return;
    for (const job of (await allStories()).keys())
      list.append(el('li', {}, el('button', {type: 'button', onclick: () => gantt.goTo(job)},
          gantt.describe(job))));
  });
  return details;
}
