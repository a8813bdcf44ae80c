import { escapeHtml } from '@plinth/plugin';

/** @typedef {{ label: string, value: number, to?: number, mark?: number | null }} Bar */

/**
 * Labels are beside the bars on a wide screen and above them on a phone: both are drawn, and the page shows the one
 * that fits.
 *
 * @typedef {{ name: 'wide' | 'narrow', width: number, labels: number, values: number, above: number }} Shape
 * @type {readonly Shape[]}
 */
const SHAPES = [
  { name: 'wide', width: 960, labels: 250, values: 150, above: 0 },
  { name: 'narrow', width: 340, labels: 0, values: 100, above: 18 },
];
const BAR = 18;
const GAP = 6;
const HEAD = 26;
/** Space for a number. */
const ROOM = 70;
const COLOURS = 8;

/**
 * Groups of horizontal bars on one scale. `to` extends the bar with a thin line, `mark` draws a line across it.
 *
 * @param {{ label: string, bars: Bar[] }[]} groups @param {{ unit: string }} options
 * @returns {string} SVG
 */
export const barChart = (groups, { unit }) => SHAPES.map((shape) => draw(groups, unit, shape)).join('');

/** @param {{ label: string, bars: Bar[] }[]} groups @param {string} unit @param {Shape} shape */
function draw(groups, unit, shape) {
  const { name, width, labels, values, above } = shape;
  const most = Math.max(
    ...groups.flatMap(({ bars }) => bars.flatMap(({ value, to = 0, mark }) => [value, to, mark ?? 0])),
    1e-9,
  );
  const scale = (width - labels - values) / most;
  const series = [...new Set(groups.flatMap(({ bars }) => bars.map(({ label }) => label)))];
  let y = 0;
  const parts = groups.map(({ label, bars }) => {
    const head = `<text class="head" x="0" y="${y + 16}">${escapeHtml(label)}</text>`;
    y += HEAD;
    const drawn = bars.map((bar) => {
      y += above;
      const text = drawBar(bar, { y, scale, unit, shape, colour: series.indexOf(bar.label) % COLOURS });
      y += BAR + GAP;
      return text;
    });
    y += GAP;
    return head + drawn.join('');
  });
  const title = groups.map(({ label }) => label).join(', ');
  return `<svg class="${name}" viewBox="0 0 ${width} ${y}" role="img" aria-label="${escapeHtml(`${unit}: ${title}`)}">${parts.join('')}</svg>`;
}

/** @param {Bar} bar @param {{ y: number, scale: number, unit: string, colour: number, shape: Shape }} place */
function drawBar({ label, value, to, mark }, { y, scale, unit, colour, shape: { labels, above } }) {
  const width = Math.max(1, value * scale);
  const middle = y + BAR / 2;
  const end = labels + Math.max(width, (to ?? 0) * scale);
  const line = mark ? labels + mark * scale : 0;
  // The number must not be below the line.
  const said = line > end - 10 && line < end + ROOM ? line : end;
  const shown = (/** @type {number} */ number) =>
    number.toLocaleString('en', { maximumFractionDigits: number < 100 ? 1 : 0 });
  const text = to === undefined ? shown(value) : `${shown(value)} … ${shown(to)}`;
  return [
    above
      ? `<text class="over" x="0" y="${y - 5}">${escapeHtml(label)}</text>`
      : `<text class="label" x="${labels - 10}" y="${middle + 4}">${escapeHtml(label)}</text>`,
    `<rect class="c${colour}" x="${labels}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="3"><title>${escapeHtml(`${label}: ${text} ${unit}`)}</title></rect>`,
    to === undefined
      ? ''
      : `<line class="c${colour}" x1="${(labels + width).toFixed(1)}" x2="${end.toFixed(1)}" y1="${middle}" y2="${middle}"/>`,
    mark
      ? `<line class="mark" x1="${line.toFixed(1)}" x2="${line.toFixed(1)}" y1="${y - 2}" y2="${y + BAR + 2}"/>`
      : '',
    `<text class="value" x="${(said + 8).toFixed(1)}" y="${middle + 4}">${text}</text>`,
  ].join('');
}
