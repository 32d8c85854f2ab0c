// Finds jobs by their id, user or queue, and marks them in the picture of all jobs.

/**
 * Jobs that a text means: `7`, `7@west`, `7[3]`, or the name of a user or a queue, also with these
 * words before it. `said` tells how many of each, as one text may be the name of several things.
 */
function findJobs(jobs, text) {
  const [, kind, wanted] = /^(?:(job|user|queue)\s+(?=\S))?(.*)$/.exec(text.trim());
  if (!wanted) return null;
  const number = (kind ?? 'job') === 'job' && /^(\d+)(?:\[(\d+)\])?(?:@(.+))?$/.exec(wanted);
  const users = new Set((kind ?? 'user') !== 'user' ? [] :
    data.users.flatMap((name, at) => name === wanted ? [at] : []));
  const queues = new Set((kind ?? 'queue') !== 'queue' ? [] : data.queues.flatMap(([name], at) =>
    name === wanted || name.slice(0, name.lastIndexOf('@')) === wanted ? [at] : []));
  const found = [];
  let [ofUser, inQueue, byNumber] = [0, 0, 0];
  for (let job = 0; job < data.jobs; job++) {
    const isNumber = number && jobs.id[job] === Number(number[1]) &&
        (!number[2] || jobs.element[job] === Number(number[2])) &&
        (!number[3] || data.clusters[clusterOf(jobs, job)].name === number[3]);
    const isUser = users.has(jobs.user[job]);
    const isInQueue = queues.has(jobs.queue[job]);
    if (!isNumber && !isUser && !isInQueue) continue;
    found.push(job);
    if (isNumber) byNumber++;
    if (isUser) ofUser++;
    if (isInQueue) inQueue++;
  }
  const some = (size, what) => size === 0 ? [] : [`${count(size)} job${size === 1 ? '' : 's'} ${what}`];
  const parts = [...some(ofUser, 'of user ' + wanted), ...some(inQueue, 'of queue ' + wanted),
    ...byNumber === 1 ? ['job ' + wanted] : some(byNumber, 'with number ' + wanted)];
  const said = found.length === 0 ? `no job, user or queue is called ${text.trim()}` :
    parts.join(', and ');
  return {found, said};
}

function searchBox(gantt) {
  const most = 30;
  const input = el('input', {type: 'search', id: 'search', autocomplete: 'off', spellcheck: false,
    placeholder: 'job, user or queue', list: 'names'});
  const said = el('output', {class: 'said'});
  const list = el('ul', {class: 'found'});
  const find = () => {
    const answer = findJobs(gantt.jobs, input.value);
    const found = answer && answer.found;
    list.replaceChildren();
    let marked = null;
    if (found === null) {
      said.textContent = '';
    } else {
      marked = new Uint8Array(data.jobs);
      for (const job of found) marked[job] = 1;
      said.textContent = answer.said + (found.length > most ? `; the ${most} that waited longest are listed` : '');
      // A user's longest waits are what people come for.
      found.sort((a, b) => gantt.jobs.wait[b] - gantt.jobs.wait[a] || a - b);
      list.replaceChildren(...found.slice(0, most).map((job) => el('li', {},
          el('button', {type: 'button', onclick: () => gantt.goTo(job)}, gantt.describe(job)))));
    }
    gantt.mark(marked);
    return found;
  };
  const form = el('form', {class: 'search', role: 'search', onsubmit: (event) => {
    event.preventDefault();
    const found = find();
    if (found && found.length === 1) gantt.goTo(found[0]);
  }}, el('label', {for: 'search'}, 'Find '), input,
  el('datalist', {id: 'names'}, ...[...new Set([...data.queues.map(([name]) => name),
    ...data.users.map(userName)])].filter(Boolean).slice(0, 200)
      .map((name) => el('option', {value: name}))),
  el('button', {type: 'submit'}, 'Find'), said);
  input.addEventListener('input', () => {
    if (!input.value) find();
  });
  return {element: el('div', {}, form, list), input, said, find};
}
