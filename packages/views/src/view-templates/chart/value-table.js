/** @import { Html, ViewCompiler } from '@plinth/plugin' */
/** @import { Category, Model } from './model.js' */
/** @import { Numbers } from './numbers.js' */
import { html } from '@plinth/plugin';

/** @typedef {{ value: number | null, link: string | null }} Cell */

/** @param {Category} category @param {number} i @returns {Cell} */
const cellAt = ({ values, links }, i) => ({ value: values[i], link: links[i] });

/** More columns than this are wider than half a page. */
const MOST_COLUMNS = 5;

/**
 * The same numbers as a table: for screen readers, and for people who want exact values. Many series with few
 * categories are listed vertically, so that the table is not cut off.
 *
 * @param {string} title of the categories @param {Numbers} numbers @param {Pick<ViewCompiler, 't'>} c
 * @returns {(model: Model) => Html}
 */
export function createValueTable(title, numbers, { t }) {
  const summary = t('views.chart.table');
  const cell = (/** @type {Cell} */ { value, link }) => {
    const text = value === null ? '–' : numbers.say(value);
    return html`<td class="text-end">${link === null ? text : html`<a href="${link}">${text}</a>`}</td>`;
  };
  return ({ categories, series }) => {
    const isTurned = series.length > MOST_COLUMNS && series.length > categories.length;
    const columns = isTurned ? categories : series;
    const rows = isTurned
      ? series.map(({ label }, i) => ({ label, cells: categories.map((one) => cellAt(one, i)) }))
      : categories.map((one) => ({ label: one.label, cells: series.map((_, i) => cellAt(one, i)) }));
    return html`<details class="pl-chart-table"><summary>${summary}</summary><div class="table-responsive"><table class="table table-sm"><thead><tr><th scope="${isTurned ? 'row' : 'col'}">${title}</th>${columns.map(({ label }) => html`<th scope="col" class="text-end">${label}</th>`)}</tr></thead><tbody>${rows.map(
      ({ label, cells }) => html`<tr><th scope="row">${label}</th>${cells.map(cell)}</tr>`,
    )}</tbody></table></div></details>`;
  };
}
