/** @import { Html } from '@plinth/plugin' */
/** @import { Model } from './model.js' */
/** @import { Numbers } from './numbers.js' */
import { html } from '@plinth/plugin';
import { drawAxes } from './axes.js';
import { tip } from './draw-columns.js';
import { opens } from './opens.js';

/** In a long line, dots would hide it. */
const MOST_DOTS = 60;

/**
 * One line per series, interrupted where a value is missing.
 *
 * @param {Model} model @param {{ title: string, numbers: Numbers }} labels @returns {Html}
 */
export function drawLine(model, labels) {
  const { categories, series } = model;
  const radius = categories.length > MOST_DOTS ? 2 : 3.5;
  return drawAxes(model, labels, ({ x, y }) =>
    series.map(({ colour }, s) => {
      const points = categories.map(({ label, values, links }, i) => ({
        label,
        value: values[s],
        link: links[s],
        x: x(i),
      }));
      const lines = points.slice(1).map((point, i) => {
        const before = points[i];
        if (point.value === null || before.value === null) return '';
        return html`<line x1="${before.x}%" x2="${point.x}%" y1="${y(before.value)}" y2="${y(point.value)}"/>`;
      });
      const dots = points.map(({ label, value, link, x: at }) =>
        value === null
          ? ''
          : opens(
              link,
              html`<circle cx="${at}%" cy="${y(value)}" r="${radius}"><title>${tip(label, model, s, labels.numbers.say(value))}</title></circle>`,
            ),
      );
      return html`<g class="pl-chart-line pl-c-${colour}">${lines}${dots}</g>`;
    }),
  );
}
