/** @import { Html, Part, RenderContext, Result, ViewCompiler } from '@plinth/plugin' */
/** @import { GroupField } from './fields.js' */
/** @import { Grouped } from './grouping.js' */
import { escapeHtml, html } from '@plinth/plugin';
import { asParam } from './fields.js';

/**
 * Prints the rows of a list as bodies of its table: one, or one for each group with a heading that opens and closes it.
 *
 * @param {ViewCompiler} c
 * @returns {(parts: { rows: readonly string[], add: string, result: Result, grouped: Grouped, context: RenderContext, columns: number,
 *   totals: (totals: Result['totals']) => string }) => string}
 *   rows: printed, in the order of the result; add: the row that adds one, after all others; columns: how many cells a row has; totals: cells of a group's totals
 */
export function createBodies({ t, formats }) {
  const number = (/** @type {number} */ value) => formats.number(value);

  return ({ rows, add, result, grouped: { field, one }, context, columns, totals }) => {
    const span = String(columns);
    if (!field || (!one && !result.parts)) return `<tbody>${together(rows)}${add}</tbody>`;
    if (one) {
      const { next } = result;
      const more = next ? moreRow({ field, value: one.value, next, text: t('list.group.next'), at: null }) : '';
      return `<tbody>${together(rows)}${more}${add}</tbody>`;
    }
    let from = 0;
    const groups = (result.parts ?? [])
      .map((part) => {
        const own = rows.slice(from, (from += part.rows.length)).join('');
        return `<tbody data-key="g ${escapeHtml(String(part.values[0]))}">${headOf(field, part)}${own}${restOf(field, part)}${totalsOf(part)}</tbody>`;
      })
      .join('');
    return add ? `${groups}<tbody>${add}</tbody>` : groups;

    /** @param {GroupField} by @param {Part} part */
    function headOf(by, { values, label, count, rows: { length } }) {
      return html`<tr class="pl-group"><th colspan="${span}" scope="rowgroup"><details${length > 0 && ' open'}><summary>${by.print(values[0], label, context)} <span class="pl-group-count">${number(count)}</span></summary></details>`
        .text;
    }

    /** @param {GroupField} by @param {Part} part */
    function restOf(by, { values: [value], count, rows: { length }, next }) {
      if (length === count) return '';
      const text = t('list.group.more', { count: number(count - length) });
      return moreRow({ field: by, value, next, text, at: length > 0 ? String(length) : null });
    }

    /** @param {Part} part */
    function totalsOf(part) {
      const cells = totals(part.totals);
      return cells && `<tr class="pl-subtotal">${cells}`;
    }

    /** @param {{ field: GroupField, value: unknown, next: string | null, text: string, at: string | null }} more */
    function moreRow({ field: by, value, next, text, at }) {
      const href = context.location.href({
        group: by.name,
        in: asParam(value),
        after: next,
        before: null,
        at,
        count: null,
      });
      return html`<tr class="pl-group-more"><td colspan="${span}"><a href="${href}">${text}</a>`.text;
    }
  };
}

/** `join` would copy them all, and the page is made one text later anyway. @param {readonly string[]} rows */
function together(rows) {
  let text = '';
  for (const row of rows) text += row;
  return text;
}

/**
 * Above the rows of one group: which it is, and the way back to all.
 *
 * @param {ViewCompiler} c @returns {(grouped: Grouped, result: Result | null, context: RenderContext) => Html | null}
 */
export function createGroupHead({ t, icon }) {
  const back = html`${icon('arrow-left')}<span>${t('list.group.all')}</span>`;
  return ({ field, one }, result, context) => {
    if (!field || !one) return null;
    const href = context.location.href({ in: null, after: null, before: null, at: null, count: null });
    const label = result?.rows.length ? field.labelOf(result.rows[0]) : null;
    return html`<p class="pl-group-of"><a class="btn btn-sm" href="${href}" hx-boost="true">${back}</a> <span>${field.label}: ${field.print(one.value, label, context)}</span></p>`;
  };
}
