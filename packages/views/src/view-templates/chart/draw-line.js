/** @import { Html } from '@plinth/plugin' */
/** @import { Category, Model } from './model.js' */
/** @import { Numbers } from './numbers.js' */
import { html } from '@plinth/plugin';
import { drawAxes } from './axes.js';
import { tip } from './draw-columns.js';
import { opens } from './opens.js';

/** In a long line, dots would hide it. */
export const MOST_DOTS = 60;

/**
 * One line per series, interrupted where a value is missing.
 *
 * @param {Model} model @param {{ title: string, numbers: Numbers }} labels @returns {Html}
 */
export function drawLine(model, labels) {
  const { categories, series } = model;
  const { numbers } = labels;
  const radius = categories.length > MOST_DOTS ? 2 : 3.5;
  return drawAxes(model, labels, ({ x, y }) =>
    series.map(({ colour }, s) => {
      const points = categories.map((category, i) => ({ category, value: category.values[s], at: x(i) }));
      const lines = points.slice(1).map((point, i) => {
        const before = points[i];
        if (point.value === null || before.value === null) return '';
        return html`<line x1="${before.at}%" x2="${point.at}%" y1="${y(before.value)}" y2="${y(point.value)}"/>`;
      });
      const dots = points.map(({ category, value, at }) =>
        value === null ? '' : dotOf({ category, s, at, y: y(value), radius }, model, numbers),
      );
      return html`<g class="pl-chart-line pl-c-${colour}">${lines}${dots}</g>`;
    }),
  );
}

/**
 * A dot that says its value; alone it is no line, so that its value stands beside it.
 *
 * @param {{ category: Category, s: number, at: number, y: number, radius: number }} dot at: share of the width, in percent
 * @param {Model} model @param {Numbers} numbers @returns {Html}
 */
export function dotOf({ category, s, at, y, radius }, model, numbers) {
  const said = numbers.say(/** @type {number} */ (category.values[s]));
  const mark = html`<circle cx="${at}%" cy="${y}" r="${radius}"><title>${tip(category.label, model, s, said)}</title></circle>`;
  const beside = model.categories.length === 1 && html`<text x="${at}%" dx="10" y="${y + 4}">${said}</text>`;
  return html`${opens(category.links[s], mark)}${beside}`;
}
