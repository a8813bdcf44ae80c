/** @import { Actor, Field, Html, RenderContext, Result, ViewCompiler, ViewState } from '@plinth/plugin' */
/** @import { Column } from './columns.js' */
import { AppError, attrs, checkAggregate, html, isAmong } from '@plinth/plugin';
import { paramOf } from './groups/fields.js';

const AGGREGATES = Object.freeze(['sum', 'avg', 'min', 'max', 'count']);
const NONE = 'none';

/**
 * key: '' if they are as the list was built; of: by the place of their column
 *
 * @typedef {Column['total']} Total
 * @typedef {{ key: string, of: readonly Total[], list: { as: string, aggregate: any, field: string }[] }} Totals
 * @typedef {ReturnType<typeof chooseTotals>} ChosenTotals
 */

/**
 * The totals of a list's columns: as it was built, or as its reader chose them in the menus of the columns, in the address as
 * `view:totals=price.avg,hours.none`. What the reader may not read, or what a field doesn't have, means nothing.
 *
 * @param {{ name: string }} view @param {readonly Column[]} columns @param {ViewCompiler} c
 */
export function chooseTotals(view, columns, c) {
  const usual = columns.map(({ total }) => total);
  const offers = columns.map((column) => offered(column, c));
  const built = totalsOf('', usual);

  return {
    /** @param {ViewState} state @param {Actor} actor @returns {Totals} */
    of(state, actor) {
      const asked = askedFor(paramOf(view, state, 'totals'));
      if (asked.size === 0) return built;
      const all = columns.map(({ field, readers }, i) => {
        const aggregate = field === null ? undefined : asked.get(field);
        if (aggregate === NONE) return null;
        const offer = isAmong(actor, readers) ? offers[i] : null;
        return offer?.aggregates.find((one) => one === aggregate) ? { aggregate, field: offer.field } : usual[i];
      });
      if (all.every((total, i) => total?.aggregate === usual[i]?.aggregate)) return built;
      return totalsOf(all.map((total) => total?.aggregate ?? '').join(), all);
    },

    /** Entries of a column's menu. @param {Column} column @param {Totals} now @param {RenderContext} context @returns {readonly Html[]} */
    entries(column, now, { location, state }) {
      const i = columns.indexOf(column);
      const offer = offers[i];
      if (!offer || column.field === null) return [];
      const asked = askedFor(paramOf(view, state, 'totals'));
      const chosen = now.of[i]?.aggregate;
      const entries = chosen ? [...offer.aggregates, NONE] : offer.aggregates;
      return entries.map((aggregate) => {
        const isNow = aggregate === chosen;
        const next = new Map(asked).set(/** @type {string} */ (column.field), isNow ? NONE : aggregate);
        const totals = [...next].map(([field, one]) => `${field}.${one}`).join();
        const text = c.t(aggregate === NONE ? 'list.head.total.none' : `vt.column.total.${aggregate}`);
        const marks = attrs({ 'aria-current': isNow ? 'true' : null });
        return html`<a class="dropdown-item" role="menuitem" tabindex="-1" href="${location.href({ totals })}"${marks}>${c.icon('calculator')}<span>${aggregate === NONE ? text : c.t('list.head.total', { total: text })}</span>${isNow && c.icon('check')}</a>`;
      });
    },
  };
}

/** @param {string} key @param {readonly Total[]} all @returns {Totals} */
function totalsOf(key, all) {
  const list = all.flatMap((total, i) =>
    total ? [{ as: `t${i}`, aggregate: total.aggregate, field: total.field.name }] : [],
  );
  return { key, of: all, list };
}

/** @param {string | null} text @returns {Map<string, string>} */
function askedFor(text) {
  const entries = text?.split(',').slice(0, 60) ?? [];
  return new Map(entries.map((entry) => /** @type {[string, string]} */ (entry.split('.'))).filter(([, one]) => one));
}

/** @param {Column} column @param {ViewCompiler} c @returns {{ field: Field, aggregates: readonly string[] } | null} */
function offered({ field: name }, { table, registry }) {
  if (name === null || !table?.hasField(name) || name === 'id') return null;
  const field = table.field(name);
  // The first text in the alphabet is nothing that anybody asks for.
  const isText = field.traits.value === 'text';
  const aggregates = AGGREGATES.filter((aggregate) => {
    if (isText && aggregate !== 'count') return false;
    try {
      checkAggregate(registry, table, aggregate, field);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  });
  return aggregates.length > 0 ? { field, aggregates } : null;
}

/**
 * Cells of totals, of all rows or of a group.
 *
 * @param {readonly (Column | null)[]} columns
 * @param {Pick<ViewCompiler, 't' | 'registry' | 'formats'>} c @param {boolean} selects
 * @returns {(totals: Result['totals'], of: readonly Total[]) => string} empty if no column has any
 */
export function createTotals(columns, { t, registry, formats }, selects) {
  const word = (/** @type {string} */ aggregate) => t(`vt.column.total.${aggregate}`);
  return (totals, of) => {
    if (!columns.some((column, i) => column && of[i])) return '';
    let text = selects ? '<td>' : '';
    for (const [i, column] of columns.entries()) {
      if (!column) continue;
      const total = of[i];
      const value = total ? totals?.[`t${i}`] : undefined;
      const classes = column.cellClasses ? html` class="${column.cellClasses}"` : '';
      if (!total || value === undefined || value === null) text += html`<td${classes}>`.text;
      else {
        const { aggregate, field } = total;
        const plain = aggregate === 'count' || (aggregate === 'avg' && !field.traits.hasUnit);
        const shown = plain
          ? formats.number(value, { maximumFractionDigits: 2 })
          : registry.fieldType(field.type).format(value, field, formats);
        text +=
          html`<td${classes} data-label="${column.label}"><span class="pl-label">${word(aggregate)}</span>${shown}`
            .text;
      }
    }
    return text;
  };
}
