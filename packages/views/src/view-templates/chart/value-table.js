/** @import { Html, ViewCompiler } from '@plinth/plugin' */
/** @import { Model } from './model.js' */
/** @import { Numbers } from './numbers.js' */
import { html } from '@plinth/plugin';

/**
 * The same numbers to be read: for screen readers, and for whoever wants to know exactly.
 *
 * @param {string} title of the categories @param {Numbers} numbers @param {Pick<ViewCompiler, 't'>} c
 * @returns {(model: Model) => Html}
 */
export function createValueTable(title, numbers, { t }) {
  const summary = t('views.chart.table');
  return ({ categories, series }) =>
    html`<details class="pl-chart-table"><summary>${summary}</summary><div class="table-responsive"><table class="table table-sm"><thead><tr><th scope="col">${title}</th>${series.map(({ label }) => html`<th scope="col" class="text-end">${label}</th>`)}</tr></thead><tbody>${categories.map(
      ({ label, values }) =>
        html`<tr><th scope="row">${label}</th>${values.map((value) => html`<td class="text-end">${value === null ? '–' : numbers.say(value)}</td>`)}</tr>`,
    )}</tbody></table></div></details>`;
}
