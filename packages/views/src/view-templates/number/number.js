/** @import { Filter, Html, Result, ViewCompiler, ViewTemplate, Values } from '@plinth/plugin' */
import { AppError, defineViewTemplate, html, phrase } from '@plinth/plugin';
import { createNumbers } from '../chart/numbers.js';
import { createFrame } from '../parts/frame.js';
import { rowsWhere } from '../parts/rows-where.js';
import { numberSettings } from './settings.js';

/** One number over all rows that the reader may see: of a period beside the one before, or on the way to a target. */
export const number = defineViewTemplate({
  name: 'number',
  order: 75,
  label: 'vt.number',
  icon: 'number-123',
  description: 'vt.number.description',
  needsTable: true,
  settings: numberSettings,
  defaults: /** @type {ViewTemplate['defaults']} */ (() => ({ aggregate: 'count' })),
  compile(view, c) {
    const { config } = view;
    const field = valueField(config, c);
    const total = { as: 'value', aggregate: config.aggregate, ...(field && { field: field.name }) };
    const rows = (/** @type {string | null} */ period) =>
      c.rows({ select: [], totals: [total], where: within(config, period), limit: 1, paging: false });
    const query = rows(config.by ? `this_${config.period}` : null);
    const before = config.by ? rows(`last_${config.period}`) : null;
    const print = createPrinter(config, createNumbers(config, field, c), c);
    const frame = createFrame(view, c.t);
    if (config.page) c.catalog.page(config.page);
    return {
      query,
      queries: (state, actor) => ({ before: before?.(state, actor) }),
      ...(config.by && { varies: { time: true } }),
      render(result, context) {
        const { results, env } = context;
        const body = print(valueOf(result), valueOf(results?.before ?? null));
        const icon = config.icon ? html`<span class="pl-figure-icon">${c.icon(config.icon)}</span>` : '';
        const tile = html`<div class="pl-figure">${icon}<div class="pl-figure-body">${body}</div></div>`;
        return frame(
          {
            body: tile,
            footer: config.page
              ? html`<a href="${env.pageUrl(config.page)}">${c.catalog.page(config.page).title}</a>`
              : null,
          },
          context,
        );
      },
    };
  },
});

/** @param {Values} config @param {ViewCompiler} c */
function valueField({ aggregate, field }, c) {
  if (aggregate === 'count') return null;
  if (field && c.table) return c.table.field(field);
  throw new AppError('SETTINGS_INVALID', phrase`No field of ${c.table?.label} is chosen for "${aggregate}"`, {
    status: 422,
  });
}

/** @param {Values} config @param {string | null} period @returns {Filter | undefined} */
function within(config, period) {
  const own = rowsWhere(config);
  if (period === null) return own;
  const edge = (/** @type {'start' | 'end'} */ name) => ({ today: /** @type {const} */ (true), period, edge: name });
  /** @type {Filter[]} */
  const days = [
    { field: config.by, op: 'gte', value: edge('start') },
    { field: config.by, op: 'lt', value: edge('end') },
  ];
  return { all: own ? [own, ...days] : days };
}

/** Decimals come as text, so that they stay exact. @param {Result | null} result */
function valueOf(result) {
  const value = result?.totals?.value;
  return value === null || value === undefined ? null : Number(value);
}

/**
 * @param {Values} config @param {ReturnType<typeof createNumbers>} numbers @param {ViewCompiler} c
 * @returns {(value: number | null, before: number | null) => Html}
 */
function createPrinter({ by, period, target, aggregate }, numbers, { t, formats }) {
  const say = (/** @type {number | null} */ value) =>
    value === null ? (aggregate === 'sum' ? numbers.say(0) : '–') : numbers.say(value);
  const percent = (/** @type {number} */ value, /** @type {Intl.NumberFormatOptions} */ more = {}) =>
    formats.number(value, { style: 'percent', maximumFractionDigits: 0, ...more });
  const change = (/** @type {number} */ value, /** @type {number} */ before) =>
    before > 0 ? html`<b>${percent(value / before - 1, { signDisplay: 'exceptZero' })}</b> ` : '';
  const compared = (/** @type {number | null} */ value, /** @type {number | null} */ before) =>
    html`<div class="pl-figure-note">${change(value ?? 0, before ?? 0)}${t(`views.number.${(before ?? 0) > 0 ? 'before' : 'was'}.${period}`, { value: say(before) })}</div>`;
  const progress = (/** @type {number | null} */ value) => {
    const text = t('views.number.of', { share: percent((value ?? 0) / target), target: numbers.say(target) });
    const shown = Math.min(Math.max(value ?? 0, 0), target);
    return html`<progress value="${String(shown)}" max="${String(target)}" aria-label="${text}"></progress><div class="pl-figure-note">${text}</div>`;
  };
  return (value, before) =>
    html`<div class="pl-stat">${say(value)}</div>${by && html`<div class="pl-figure-note">${t(`views.number.this.${period}`)}</div>${compared(value, before)}`}${target > 0 && progress(value)}`;
}
