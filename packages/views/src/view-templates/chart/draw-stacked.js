/** @import { Html } from '@plinth/plugin' */
/** @import { Model } from './model.js' */
/** @import { Numbers } from './numbers.js' */
import { html } from '@plinth/plugin';
import { drawAxes, round } from './axes.js';
import { FILLED, tip } from './draw-columns.js';
import { opens } from './opens.js';
import { stackOf } from './stack.js';

/**
 * One column per category, with the series on each other.
 *
 * @param {Model} model @param {{ title: string, numbers: Numbers }} labels @returns {Html}
 */
export function drawStacked(model, labels) {
  const { categories, series } = model;
  return drawAxes(model, labels, ({ x, y, slot }) => {
    const width = slot * FILLED;
    return categories.flatMap((category, i) =>
      stackOf(category).map(({ from, to }, s) => {
        const value = category.values[s];
        if (!value) return html``;
        const [top, bottom] = [y(Math.max(from, to)), y(Math.min(from, to))];
        const mark = html`<rect class="pl-chart-fill pl-c-${series[s].colour}" x="${round(x(i) - width / 2)}%" width="${round(width)}%" y="${top}" height="${round(Math.max(bottom - top, 1))}"><title>${tip(category.label, model, s, labels.numbers.say(value))}</title></rect>`;
        return opens(category.links[s], mark);
      }),
    );
  });
}
