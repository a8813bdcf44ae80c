/** @import { Html, ViewCompiler, Values } from '@plinth/plugin' */
/** @import { Model } from './model.js' */
/** @import { Numbers } from './numbers.js' */
/** @import { Slice } from './slices.js' */
import { html } from '@plinth/plugin';
import { round } from './axes.js';
import { opens, roleOf } from './opens.js';
import { readSlices } from './slices.js';

/** Sums and counts have a total that means something. */
const TOTALS = new Set(['sum', 'count']);
/** Radius and width of the ring, of a square of 200; a pie is a ring without a hole. */
const RINGS = { pie: { radius: 49, width: 98 }, donut: { radius: 78, width: 40 } };

/**
 * A pie or donut with a legend that says each part's value and share.
 *
 * @param {Values} config @param {Pick<ViewCompiler, 't' | 'formats'>} c
 * @returns {(model: Model, labels: { title: string, numbers: Numbers }) => Html}
 */
export function createPie({ kind, slices: most, aggregate }, { t, formats }) {
  const ring = kind === 'donut' ? RINGS.donut : RINGS.pie;
  const share = (/** @type {number} */ value) =>
    formats.number(value, { style: 'percent', maximumFractionDigits: value < 0.1 ? 1 : 0 });
  return (model, { title, numbers }) => {
    const { slices, total } = readSlices(model, { most, other: t('views.chart.other') });
    if (slices.length === 0) return html`<p class="text-secondary">${t('views.chart.noParts')}</p>`;
    const isTold = kind === 'donut' && TOTALS.has(aggregate);
    const sum = isTold
      ? html`<text class="pl-chart-sum" x="100" y="107" text-anchor="middle">${numbers.short(total)}</text>`
      : '';
    const tip = (/** @type {Slice} */ slice) => `${slice.label}: ${numbers.say(slice.value)} (${share(slice.share)})`;
    const label = `${title}. ${slices.map(tip).join(', ')}`;
    return html`<div class="pl-chart-round"><svg class="pl-chart-pie" viewBox="0 0 200 200" role="${roleOf(model)}" aria-label="${label}"><g transform="rotate(-90 100 100)">${drawParts(slices, ring, tip)}</g>${sum}</svg><ul class="pl-chart-parts">${slices.map(
      (slice) =>
        html`<li><svg width="12" height="12" aria-hidden="true"><rect class="pl-chart-fill pl-c-${slice.colour}" width="12" height="12" rx="3"/></svg><span>${slice.link === null ? slice.label : html`<a href="${slice.link}">${slice.label}</a>`}</span><b>${numbers.say(slice.value)}</b><small>${share(slice.share)}</small></li>`,
    )}</ul></div>`;
  };
}

/**
 * Each part is a stretch of one ring, measured in hundredths of it, with a thin gap to the next.
 *
 * @param {Slice[]} slices @param {{ radius: number, width: number }} ring @param {(slice: Slice) => string} tip
 */
function drawParts(slices, { radius, width }, tip) {
  const gap = slices.length > 1 ? 0.3 : 0;
  let from = 0;
  return slices.map((slice) => {
    const length = Math.max(slice.share * 100 - gap, 0.1);
    const mark = html`<circle class="pl-chart-part pl-c-${slice.colour}" cx="100" cy="100" r="${radius}" stroke-width="${width}" pathLength="100" stroke-dasharray="${round(length)} ${round(100 - length)}" stroke-dashoffset="${round(-from)}"><title>${tip(slice)}</title></circle>`;
    from += slice.share * 100;
    return opens(slice.link, mark);
  });
}
