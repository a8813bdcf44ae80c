/** @import { Actor, ElementCompiler, Filter, Html, Query, RenderContext, Result, RowsOptions, ViewCompiler, ViewState, Values } from '@plinth/plugin' */
/** @import { Column } from '../columns.js' */
/** @import { Totals } from '../totals.js' */
/** @import { GroupField } from './fields.js' */
import { createCache } from '@plinth/plugin';
import { asParam, groupFields, paramOf, valueOf } from './fields.js';
import { boundsOf, daysOf } from './steps.js';

/** More groups than this can't be worked with, and would make the page slow. */
export const MOST_GROUPS = 50;
/** Rows of one group, and of all that are open, until more are asked for. */
const MOST_OF_ONE = 10;
const MOST_ROWS = 40;
/** Statements that are kept, of all groupings and totals. */
const STATEMENTS = Object.freeze({ max: 100 });

/**
 * field: what the list is grouped by, null: nothing; one: the group that the address asks for alone
 *
 * @typedef {{ field: GroupField | null, one: { value: unknown } | null }} Grouped
 * @typedef {ReturnType<typeof createGrouping>} Grouping
 */

/**
 * A list in groups: `view:group=status` or `view:group=due:month` in the address (`-`: none), or as it was built; `view:in=open` is one group alone,
 * which has pages like any list. Names that the reader may not read mean nothing.
 *
 * @param {{ name: string, config: Values }} view @param {readonly Column[]} columns @param {ViewCompiler} c
 * @param {ElementCompiler} e
 */
export function createGrouping(view, columns, c, e) {
  const fields = groupFields(view.config, columns, c, e);
  const { groupBy, groupStep } = view.config;
  const usual = fields.filter(({ field }) => field.name === groupBy);
  const built = usual.find(({ step }) => step === groupStep) ?? usual[0];
  // Templates are also tried on catalogs without settings.
  const firstDay = c.catalog.settings?.firstDay;
  /** @param {GroupField} of @param {string} text */
  const groupAt = ({ field, step }, text) => {
    const isNone = text === asParam(null);
    return step && !isNone ? daysOf(text, step, firstDay)?.start : valueOf(c.registry, field, text);
  };
  const statements = /** @type {import('@plinth/plugin').Cache<string, Statements>} */ (createCache(STATEMENTS));
  /** @type {RowsOptions} */
  let plain;
  /** @param {GroupField} field @param {Totals} totals @returns {Statements} */
  const statementsFor = (field, { key, list }) =>
    statements.getOrMake(`${field.name} ${key}`, () => statementsOf(field, { ...plain, totals: list }, c));

  return {
    fields,
    /** Once all columns are known. @param {RowsOptions} rows of the plain list */
    compile(rows) {
      plain = rows;
    },

    /** @param {ViewState} state @param {Actor} actor @returns {Grouped} */
    of(state, actor) {
      const name = paramOf(view, state, 'group') ?? built?.name;
      const field =
        fields.find((one) => one.name === name && one.mayRead(actor) && state.scope?.field !== one.field.name) ?? null;
      const text = field && paramOf(view, state, 'in');
      const value = text ? groupAt(field, text) : undefined;
      return { field, one: value === undefined ? null : { value } };
    },

    /** @param {Grouped} grouped @param {Totals} totals @param {ViewState} state @param {Actor} actor @returns {Query | null} null: of a plain list */
    query({ field, one }, totals, state, actor) {
      const made = field && statementsFor(field, totals);
      if (!made) return null;
      if (!one) return made.all(state, actor);
      const { spec, params } = (one.value === null ? made.none : made.one)(state, actor);
      const days = field.step && one.value !== null ? daysOf(String(one.value), field.step, firstDay) : null;
      const { start, end } = days ? boundsOf(field.field, days, c) : { start: null, end: null };
      return { spec, params: { ...params, ...(days ? { start, end } : { group: one.value }) } };
    },

    /** Totals over all groups, where they are not over the rows of one. @param {Grouped} grouped @param {Totals} totals @param {ViewState} state @param {Actor} actor */
    totals({ field, one }, totals, state, actor) {
      return field && !one ? (statementsFor(field, totals).totals?.(state, actor) ?? null) : null;
    },
  };
}

/**
 * @typedef {(state: ViewState, actor: Actor) => Query} Statement
 * @typedef {{ all: Statement, one: Statement, none: Statement, totals: Statement | null }} Statements
 */

/** @param {GroupField} field @param {RowsOptions} rows @param {ViewCompiler} c @returns {Statements} */
function statementsOf({ field: { name }, step }, rows, c) {
  const { totals = [], countable: _, ...plain } = rows;
  const perGroup = Math.min(rows.limit ?? MOST_OF_ONE, MOST_OF_ONE);
  const parts = { by: [name], ...(step && { step }), limit: perGroup, most: MOST_GROUPS, totals };
  /** @param {Filter} condition */
  const within = (condition) => c.rows({ ...rows, where: rows.where ? { all: [rows.where, condition] } : condition });
  return {
    all: c.rows({ ...plain, limit: MOST_ROWS, paging: false, parts }),
    one: within(step ? between(name) : { field: name, op: 'eq', value: { param: 'group' } }),
    none: within({ field: name, op: 'empty' }),
    totals: totals.length > 0 ? c.rows({ ...plain, select: [], limit: 1, paging: false, totals }) : null,
  };
}

/** @param {string} field @returns {Filter} */
const between = (field) => ({
  all: [
    { field, op: 'gte', value: { param: 'start' } },
    { field, op: 'lt', value: { param: 'end' } },
  ],
});
