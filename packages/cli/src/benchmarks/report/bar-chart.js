import { escapeHtml } from '@plinth/plugin';

/** @typedef {{ label: string, value: number, to?: number, mark?: number | null }} Bar */

const WIDTH = 960;
const LABELS = 250;
const VALUES = 150;
const BAR = 18;
const GAP = 6;
const HEAD = 26;
/** What a number takes. */
const ROOM = 70;
const COLOURS = 8;

/**
 * Groups of horizontal bars on one scale. `to` draws a thin line on from the bar, `mark` a line across.
 *
 * @param {{ label: string, bars: Bar[] }[]} groups @param {{ unit: string }} options
 * @returns {string} SVG
 */
export function barChart(groups, { unit }) {
  const most = Math.max(
    ...groups.flatMap(({ bars }) => bars.flatMap(({ value, to = 0, mark }) => [value, to, mark ?? 0])),
    1e-9,
  );
  const scale = (WIDTH - LABELS - VALUES) / most;
  const series = [...new Set(groups.flatMap(({ bars }) => bars.map(({ label }) => label)))];
  let y = 0;
  const parts = groups.map(({ label, bars }) => {
    const head = `<text class="head" x="0" y="${y + 16}">${escapeHtml(label)}</text>`;
    y += HEAD;
    const drawn = bars.map((bar) => {
      const text = drawBar(bar, { y, scale, unit, colour: series.indexOf(bar.label) % COLOURS });
      y += BAR + GAP;
      return text;
    });
    y += GAP;
    return head + drawn.join('');
  });
  const title = groups.map(({ label }) => label).join(', ');
  return `<svg viewBox="0 0 ${WIDTH} ${y}" role="img" aria-label="${escapeHtml(`${unit}: ${title}`)}">${parts.join('')}</svg>`;
}

/** @param {Bar} bar @param {{ y: number, scale: number, unit: string, colour: number }} place */
function drawBar({ label, value, to, mark }, { y, scale, unit, colour }) {
  const width = Math.max(1, value * scale);
  const middle = y + BAR / 2;
  const end = LABELS + Math.max(width, (to ?? 0) * scale);
  const line = mark ? LABELS + mark * scale : 0;
  // The number must not lie under the line.
  const said = line > end - 10 && line < end + ROOM ? line : end;
  const shown = (/** @type {number} */ number) =>
    number.toLocaleString('en', { maximumFractionDigits: number < 100 ? 1 : 0 });
  const text = to === undefined ? shown(value) : `${shown(value)} … ${shown(to)}`;
  return [
    `<text class="label" x="${LABELS - 10}" y="${middle + 4}">${escapeHtml(label)}</text>`,
    `<rect class="c${colour}" x="${LABELS}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="3"><title>${escapeHtml(`${label}: ${text} ${unit}`)}</title></rect>`,
    to === undefined
      ? ''
      : `<line class="c${colour}" x1="${(LABELS + width).toFixed(1)}" x2="${end.toFixed(1)}" y1="${middle}" y2="${middle}"/>`,
    mark
      ? `<line class="mark" x1="${line.toFixed(1)}" x2="${line.toFixed(1)}" y1="${y - 2}" y2="${y + BAR + 2}"/>`
      : '',
    `<text class="value" x="${(said + 8).toFixed(1)}" y="${middle + 4}">${text}</text>`,
  ].join('');
}
