/** @import { Html } from '@plinth/plugin' */
/** @import { Model } from './model.js' */
/** @import { Numbers } from './numbers.js' */
import { html } from '@plinth/plugin';
import { round } from './axes.js';
import { tip } from './draw-columns.js';
import { opens, roleOf } from './opens.js';

const HEAD = 20;
const BAR = 16;
const GAP = 4;
const BETWEEN = 12;
/** Share of the width; the rest is for the number behind the bar. */
const LONGEST = 74;

/**
 * Horizontal bars, each below its category's name, for names too long to fit below a column.
 *
 * @param {Model} model @param {{ title: string, numbers: Numbers }} labels @returns {Html}
 */
export function drawBars(model, { title, numbers }) {
  const { categories, series, most, least } = model;
  const share = (/** @type {number} */ value) => round((value / (most - least || 1)) * LONGEST);
  const zero = share(-least);
  let y = 0;
  const parts = categories.map(({ label, values, links }) => {
    const head = html`<text class="pl-chart-name" x="0" y="${y + 13}">${label}</text>`;
    y += HEAD;
    const bars = values.map((value, s) => {
      if (value === null) return '';
      const width = share(Math.abs(value));
      const left = value < 0 ? zero - width : zero;
      const mark = html`<rect class="pl-chart-fill pl-c-${series[s].colour}" x="${left}%" y="${y}" width="${width}%" height="${BAR}" rx="3"><title>${tip(label, model, s, numbers.say(value))}</title></rect>`;
      const bar = html`${opens(links[s], mark)}<text class="pl-chart-value" x="${round(Math.max(zero, left + width))}%" dx="6" y="${y + 13}">${numbers.say(value)}</text>`;
      y += BAR + GAP;
      return bar;
    });
    y += BETWEEN;
    return html`${head}${bars}`;
  });
  return html`<div class="pl-chart-body" dir="ltr"><svg class="pl-chart-plot" width="100%" height="${y}" role="${roleOf(model)}" aria-label="${title}">${parts}</svg></div>`;
}
