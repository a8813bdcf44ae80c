/** @import { Cache, Query, QuerySpec, Table, ViewState } from '@plinth/plugin' */
/** @import { FilterField } from './fields.js' */
import { chosenParam, createCache } from '@plinth/plugin';

/** Choices that stand in the page; a script searches for others. */
export const MOST_CHOICES = 50;
const SPECS = { max: 50 };

/**
 * The rows that relations of the active conditions point at, for their names and to choose others: one statement beside
 * the list's own, and only while there is such a condition.
 *
 * @param {Table} table @param {readonly FilterField[]} fields
 * @param {(state: ViewState) => string | null} added name of the field whose condition is about to be added
 * @returns {(state: ViewState) => Query | null}
 */
export function createChoices(table, fields, added) {
  const relations = new Set(fields.filter(({ kind }) => kind.name === 'rows').map(({ field }) => field.name));
  const specs = /** @type {Cache<string, QuerySpec>} */ (createCache(SPECS));
  return (state) => {
    const asked = [...state.asked.map(({ field }) => field), added(state)];
    const names = [...new Set(asked)].filter((name) => name !== null && relations.has(name)).sort();
    if (names.length === 0) return null;
    const spec = specs.getOrMake(names.join(), () => specOf(table, /** @type {string[]} */ (names)));
    return { spec, params: Object.fromEntries(names.map((name) => [chosenParam(String(name)), keysIn(state, name)])) };
  };
}

/** @param {Table} table @param {string[]} names @returns {QuerySpec} */
function specOf(table, names) {
  const select = names.map((name) => ({
    as: name,
    choices: `${table.name}.${name}`,
    limit: MOST_CHOICES,
    include: { param: chosenParam(name) },
    former: true,
  }));
  return Object.freeze({ table: null, select, limit: 1, leaveOut: true });
}

/** @param {ViewState} state @param {string | null} name */
function keysIn({ asked }, name) {
  return asked.flatMap(({ field, ops }) =>
    field === name ? ops.flatMap(({ texts }) => texts.flatMap((text) => text.split(','))) : [],
  );
}
