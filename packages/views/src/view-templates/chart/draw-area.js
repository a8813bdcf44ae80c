/** @import { Html } from '@plinth/plugin' */
/** @import { Model } from './model.js' */
/** @import { Numbers } from './numbers.js' */
import { html } from '@plinth/plugin';
import { HEIGHT, drawAxes } from './axes.js';
import { MOST_DOTS, dotOf } from './draw-line.js';
import { stackOf } from './stack.js';

/**
 * One layer per series, on each other, over time.
 *
 * @param {Model} model @param {{ title: string, numbers: Numbers }} labels @returns {Html}
 */
export function drawArea(model, labels) {
  const { categories, series } = model;
  const stacks = categories.map(stackOf);
  const radius = categories.length > MOST_DOTS ? 2 : 3.5;
  return drawAxes(model, labels, ({ x, y }) => {
    const edge = (/** @type {number} */ s, /** @type {'from' | 'to'} */ end) =>
      stacks.map((stack, i) => `${x(i)},${y(stack[s][end])}`);
    const layers = series.map(
      ({ colour }, s) =>
        html`<polygon class="pl-chart-fill pl-c-${colour}" points="${[...edge(s, 'to'), ...edge(s, 'from').reverse()].join(' ')}"/>`,
    );
    const dots = series.map(({ colour }, s) => {
      const own = categories.map((category, i) =>
        category.values[s]
          ? dotOf({ category, s, at: x(i), y: y(stacks[i][s].to), radius }, model, labels.numbers)
          : '',
      );
      return html`<g class="pl-chart-line pl-c-${colour}">${own}</g>`;
    });
    // Corners have no shares of the width: their picture is stretched to it.
    const stretched = html`<svg class="pl-chart-layers" width="100%" height="${HEIGHT}" viewBox="0 0 100 ${HEIGHT}" preserveAspectRatio="none">${layers}</svg>`;
    return [stretched, ...dots];
  });
}
