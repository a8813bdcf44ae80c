import { escapeHtml } from '@plinth/plugin';

/** @typedef {{ label: string, value: number, to?: number, mark?: number | null }} Bar */

const COLOURS = 8;

/**
 * Groups of bars on one scale. `to` extends the bar with a thin line, `mark` draws a line across it.
 *
 * @param {{ label: string, bars: Bar[] }[]} groups @param {string} unit
 * @returns {string} HTML
 */
export function barChart(groups, unit) {
  const bars = groups.flatMap((group) => group.bars);
  const most = Math.max(...bars.flatMap(({ value, to = 0, mark }) => [value, to, mark ?? 0]), 1e-9);
  const share = (/** @type {number} */ value) => `${((value / most) * 100).toFixed(2)}%`;
  const series = [...new Set(bars.map(({ label }) => label))];
  const draw = (/** @type {Bar} */ { label, value, to, mark }) => {
    const text = to === undefined || to === value ? shown(value) : `${shown(value)} … ${shown(to)}`;
    return `<div class="bar c${series.indexOf(label) % COLOURS}"><span>${escapeHtml(label)}</span>
<div title="${escapeHtml(`${label}: ${text} ${unit}`)}"><i style="width:${share(to ?? value)}"></i><b style="width:${share(value)}"></b>${mark ? `<u style="left:${share(mark)}"></u>` : ''}</div><span>${text}</span></div>`;
  };
  return groups.map(({ label, bars: own }) => `<h3>${escapeHtml(label)}</h3>${own.map(draw).join('\n')}`).join('\n');
}

/** @param {number} number */
const shown = (number) => number.toLocaleString('en', { maximumFractionDigits: number < 100 ? 1 : 0 });
