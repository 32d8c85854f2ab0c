// Finds jobs by their id, user or queue, and marks them in the picture of all jobs.

/** Jobs that a text means: `7`, `7@west`, `7[3]`, or the name of a user or a queue. */
function findJobs(jobs, text) {
  const wanted = text.trim();
  if (!wanted) return null;
  const found = [];
  const number = /^(\d+)(?:\[(\d+)\])?(?:@(.+))?$/.exec(wanted);
  const users = new Set(data.users.flatMap((name, at) => name === wanted ? [at] : []));
  const queues = new Set(data.queues.flatMap(([name], at) =>
    name === wanted || name.slice(0, name.lastIndexOf('@')) === wanted ? [at] : []));
  for (let job = 0; job < data.jobs; job++) {
    const isNumber = number && jobs.id[job] === Number(number[1]) &&
        (!number[2] || jobs.element[job] === Number(number[2])) &&
        (!number[3] || data.clusters[clusterOf(jobs, job)].name === number[3]);
    if (isNumber || users.has(jobs.user[job]) || queues.has(jobs.queue[job])) found.push(job);
  }
  return found;
}

function searchBox(gantt) {
  const most = 30;
  const input = el('input', {type: 'search', id: 'search', autocomplete: 'off', spellcheck: false,
    placeholder: 'job, user or queue', list: 'names'});
  const said = el('output', {class: 'said'});
  const list = el('ul', {class: 'found'});
  const find = () => {
    const found = findJobs(gantt.jobs, input.value);
    list.replaceChildren();
    let marked = null;
    if (found === null) {
      said.textContent = '';
    } else {
      marked = new Uint8Array(data.jobs);
      for (const job of found) marked[job] = 1;
      said.textContent = found.length === 1 ? '1 job' : `${count(found.length)} jobs` +
          (found.length > most ? `; the ${most} that waited longest are listed` : '');
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
    ...data.users])].filter(Boolean).slice(0, 200).map((name) => el('option', {value: name}))),
  el('button', {type: 'submit'}, 'Find'), said);
  input.addEventListener('input', () => {
    if (!input.value) find();
  });
  return {element: el('div', {}, form, list), input, find};
}
