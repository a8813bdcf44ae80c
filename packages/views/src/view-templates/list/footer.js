/** @import { Html, RenderContext, Result, ViewCompiler, Values } from '@plinth/plugin' */
import { html } from '@plinth/plugin';
import { createPaging } from '../parts/paging.js';

/** A handful of rows is counted at a glance. */
const FEW = 5;

/**
 * Which rows these are, of how many, and the way to the others. How many there are is not known without reading them
 * all: a script asks for an estimate (list-count.js), and a click has them counted.
 *
 * @param {{ name: string, config: Values }} view @param {ViewCompiler} c
 * @returns {(result: Result | null, context: RenderContext) => Html | null}
 */
export function createFooter(view, c) {
  const { t, formats } = c;
  const paging = createPaging(c);
  const size = view.config.pageSize;
  const number = (/** @type {number} */ value) => formats.number(value);

  return (result, { location, state }) => {
    if (!result || result.rows.length === 0) return null;
    if (result.parts) return groupsFoot(result, result.parts);
    const { rows, next, previous } = result;
    const first = firstOf(state.query[`${view.name}:at`], previous);
    const last = first === null ? null : first + rows.length;
    const steps = first !== null && last !== null ? { next: last, previous: Math.max(first - size, 0) } : undefined;
    const links = paging(result, location, steps);
    if (!links && rows.length <= FEW && state.asked.length === 0 && !state.search) return null;
    const range =
      first !== null &&
      last !== null &&
      html`<span>${t('list.count.range', { from: number(first + 1), to: number(last) })}</span> `;
    return html`<div class="pl-list-foot"><p class="pl-count" id="${location.id}-count">${range}${total()}</p>${links}</div>`;

    /** @param {Result} of @param {NonNullable<Result['parts']>} parts */
    function groupsFoot({ isCut }, parts) {
      const sum = parts.reduce((count, part) => count + part.count, 0);
      const text = isCut
        ? t('list.group.cut', { count: number(parts.length) })
        : t('list.group.count', { count: number(sum) });
      return html`<div class="pl-list-foot"><p class="pl-count">${text}</p></div>`;
    }

    function total() {
      if (typeof result?.count === 'number' || typeof result?.count === 'string')
        return t('list.count.exact', { count: number(Number(result.count)) });
      if (!next && last !== null) return t('list.count.exact', { count: number(last) });
      const href = location.href({ count: '1' });
      return html`<a href="${href}" hx-boost="true" data-pl-count="${location.id}">${t('list.count.ask')}</a>`;
    }
  };
}

/** How many rows are before the page: carried from page to page, since a cursor doesn't tell. @param {string | undefined} text @param {string | null} previous */
function firstOf(text, previous) {
  if (previous === null) return 0;
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
