// Chart.js, which is packed in the page, and is started when the first of its charts is drawn.

let library = null;

/** Chart.js; the policy of the page lets its text work, since it knows its hash. */
function charts() {
  library ??= unpacked('library').then((bytes) => {
    document.head.append(el('script', {}, new TextDecoder().decode(bytes)));
    Chart.defaults.animation = false;
    Chart.defaults.font.family = style('--font');
    return Chart;
  });
  return library;
}

/**
 * A chart of lines. `lines`: name and points {x, y}. `axes`: x and y, each with title, say (a value
 * in words), and what Chart.js takes for a scale.
 */
async function lineChart(element, lines, axes) {
  const Chart = await charts();
  let chart = null;
  const scale = ({title, say, ...rest}) => ({
    ...rest, title: {display: true, text: title, color: style('--soft')},
    grid: {color: style('--faint')},
    ticks: {color: style('--soft'), maxRotation: 0, callback: (value) => say(value), ...rest.ticks},
  });
  const draw = () => {
    chart?.destroy();
    chart = new Chart(element, {
      type: 'line',
      data: {datasets: lines.map((line, at) => ({label: line.name, data: line.points,
        borderColor: colour(at), backgroundColor: colour(at), borderWidth: 1.8, pointRadius: 0,
        borderDash: at >= paletteSize ? [5, 3] : [], stepped: line.stepped || false}))},
      options: {maintainAspectRatio: false, interaction: {mode: 'nearest', axis: 'x', intersect: false},
        scales: {x: {type: 'linear', ...scale(axes.x)}, y: scale(axes.y)},
        plugins: {legend: {position: innerWidth < 600 ? 'bottom' : 'right',
          labels: {color: style('--ink'), boxWidth: 14, boxHeight: 2}},
        tooltip: {callbacks: {title: (items) => axes.x.say(items[0].parsed.x, true),
          label: (item) => `${item.dataset.label}: ${axes.y.say(item.parsed.y)}`}}}},
    });
  };
  draw();
  onLook(draw);
  return {draw, lines: () => chart.data.datasets.length};
}
