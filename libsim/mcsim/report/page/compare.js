// The page of a comparison: which setting is better, and how sure that is.

/** Bars of all variants on one scale: [name, value] by the member `of` of a variant. */
function multiples(title, about, of, say, most) {
  const all = data.variants.filter((variant) => variant[of].length > 0);
  if (all.length === 0) return null;
  const top = most ?? Math.max(...all.flatMap((variant) => variant[of].map(([, value]) => value)),
      1e-9);
  return el('figure', {}, el('figcaption', {}, el('b', {}, title), ' ', about),
      el('div', {class: 'multiples'}, ...all.map((variant) => el('div', {},
          el('h3', {}, shortLabel(variant)),
          barList(variant[of].map(([name, value]) => ({name, value})), (row) => say(row.value),
              top)))));
}

/** How much single queues and clusters differ, those that are surest first; null: nothing is known. */
function partsTable() {
  if (data.parts.length === 0) return null;
  const sureness = ([, , , more, half]) => Math.abs(more) / Math.max(half, 1e-12);
  return behind('How much more or less than with the variant that all are compared with', () =>
    table('Differences by queue and cluster: each interval is at ' + data.provenance.confidence +
        ' confidence by itself, so that some of many miss 0 by chance',
    ['variant', 'of', 'difference', '\u00b1', ''],
    [...data.parts].sort((a, b) => sureness(b) - sureness(a)).map((part) => {
      const [variant, name, kind, more, half] = part;
      return [shortLabel(data.variants[variant]), (kind === 's' ? 'mean wait of ' :
        'utilization of ') + name, inKind(more, kind, true),
      inKind(half, kind === 'part' ? 'points' : kind), Math.abs(more) > half ? '' : 'may be chance'];
    })));
}

function compareFoot() {
  const from = data.provenance;
  const plan = from.plan || {};
  const quoted = (text) => /^[\w.\/=:@%+-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;
  const options = (name, values) => (values || []).flatMap((value) => [name, quoted(value)]);
  const option = (name, value) => value === null || value === undefined || value === '' ? [] :
      [name, quoted(String(value))];
  const line = plan.input ? ['mcsim compare', quoted(plan.input), ...options('--set', plan.set),
    ...options('--vary', plan.vary), ...option('--seed', plan.seed), ...option('--until', plan.until),
    ...option('--replicas', plan.replicas), ...option('--resample', plan.resample)].join(' ') : '';
  const rows = [['made again by', line], ['in', plan.directory], ['folder', from.folder],
    ['cells', 'each has its own summary.json, with version and hashes, in cells/ of the folder'],
    ['this page', `${from.program} report ${from.folder}`]].filter(([, value]) => value);
  byId('foot').prepend(el('h2', {}, 'Where this comes from'), el('dl', {class: 'provenance'},
      ...rows.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {},
          el('code', {}, value))))));
}

/** Where there is one name, or labels are long, names are said once, and labels are values. */
const areShort = () => data.varied.length === 1 ||
    data.varied.length > 1 && data.variants.some((variant) => variant.label.length > 40);
const shortLabel = (variant) => areShort() ? variant.short : variant.label;

async function showCompare(main) {
  const times = [['begun', performance.now()]];
  heading(main);
  const pictures = data.metrics.map(metricPicture).filter(Boolean);
  const naming = areShort() ? 'Settings are named by their values of ' + data.varied.join(', ') +
      '.' : '';
  const hasPairs = data.variants.some(({standings}) => standings.some((one) => one?.difference));
  main.append(section('Settings side by side', naming + (hasPairs ? ' On the right: how ' +
      'much more or less than with the variant that all are compared with. What crosses the line ' +
      'may be chance.' : ''), ...pictures));
  const small = [
    multiples('Mean wait by queue', 'the same scale for all', 'queues',
        (value) => inKind(value, 's')),
    multiples('Utilization by cluster', '', 'clusters', (value) => percent(value), 1)]
      .filter(Boolean);
  if (small.length > 0) main.append(section('Each setting by itself', naming, ...small,
      partsTable()));
  compareFoot();
  times.push(['drawn', performance.now()]);
  return {pictures, times};
}
