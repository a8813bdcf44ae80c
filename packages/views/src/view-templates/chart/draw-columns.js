/** @import { Html } from '@plinth/plugin' */
/** @import { Model } from './model.js' */
/** @import { Numbers } from './numbers.js' */
import { html } from '@plinth/plugin';
import { drawAxes, round } from './axes.js';
import { opens } from './opens.js';

/** Share of a category's width that its columns take. */
export const FILLED = 0.72;

/**
 * Columns side by side, one group per category.
 *
 * @param {Model} model @param {{ title: string, numbers: Numbers }} labels @returns {Html}
 */
export function drawColumns(model, labels) {
  const { categories, series } = model;
  return drawAxes(model, labels, ({ x, y, slot }) => {
    const width = (slot * FILLED) / series.length;
    return categories.flatMap(({ label, values, links }, i) =>
      values.map((value, s) => {
        if (value === null) return html``;
        const left = round(x(i) - (slot * FILLED) / 2 + s * width);
        const [top, bottom] = [y(Math.max(value, 0)), y(Math.min(value, 0))];
        const mark = html`<rect class="pl-chart-fill pl-c-${series[s].colour}" x="${left}%" width="${round(width * 0.92)}%" y="${top}" height="${round(Math.max(bottom - top, 1))}" rx="2"><title>${tip(label, model, s, labels.numbers.say(value))}</title></rect>`;
        return opens(links[s], mark);
      }),
    );
  });
}

/** @param {string} category @param {Model} model @param {number} s @param {string} value */
export const tip = (category, { series }, s, value) =>
  series.length > 1 ? `${category}, ${series[s].label}: ${value}` : `${category}: ${value}`;
