/** @import { AskedCondition, RenderContext, Table, ViewCompiler, ViewState, Values } from '@plinth/plugin' */
/** @import { Dimension } from './dimension.js' */
import { addDays, isAmong, mayOpen, needsNoValue, readersAt } from '@plinth/plugin';
import { daysOf } from '../list/groups/steps.js';

/** Parameters of which each text is a condition that has to hold. */
const BOTH = /\.(ne|lacks|hasAll)$/;

/**
 * Where the rows behind a number are listed: the address for a category and a series; null where a list can't be asked
 * for just these rows.
 *
 * @typedef {(category: unknown, series: unknown) => string | null} RowsLink
 */

/** One condition in an address. @typedef {[key: string, texts: string[]]} Condition */

/**
 * @param {Values} config @param {readonly Dimension[]} dimensions the categories, and the series if there are any
 * @param {ViewCompiler} c
 * @returns {(context: RenderContext) => RowsLink | null} null: nobody is led anywhere
 */
export function createRowsLink({ list, filter, condition }, dimensions, c) {
  const { table, catalog } = c;
  const view = list && table && c.attempt('config.list', () => catalog.view(list));
  const own = condition ? null : conditionsOf(filter);
  // A list asks for fields of its own table only.
  if (!view || !table || view.table !== table.name || !own || dimensions.some(({ path }) => path.includes('.')))
    return () => null;
  const readers = own.map(([key]) => readersAt(catalog, table, key.split('.')[0]));

  return ({ env, state }) => {
    // Of a condition on a field that the reader may not see, the list would show more rows than were counted.
    if (!mayOpen(view.roles, env.actor) || !readers.every((roles) => isAmong(env.actor, roles))) return null;
    const given = ofState(state, table);
    if (!given) return null;
    return (...values) => {
      const chosen = dimensions.flatMap((one, i) => conditionsFor(one, values[i]));
      const conditions = together([...own, ...given], chosen);
      return conditions && env.viewUrl(view.name, { ...conditions, ...(state.search && { q: state.search }) });
    };
  };
}

/** @param {Dimension} dimension @param {any} value of a group, of time its first day @returns {Condition[]} */
function conditionsFor({ path, step }, value) {
  if (value === null || value === undefined || value === '') return [[`${path}.empty`, ['1']]];
  if (!step) return [[path, [String(value)]]];
  if (step === 'day') return [[path, [value]]];
  const end = step === 'week' ? addDays(value, 7) : daysOf(value, step)?.end;
  return [
    [`${path}.gte`, [value]],
    [`${path}.lte`, [addDays(end ?? value, -1) ?? value]],
  ];
}

/**
 * The conditions of the view itself, if a list can be asked for them.
 *
 * @param {any} filter @returns {Condition[] | null}
 */
function conditionsOf(filter) {
  if (!filter) return [];
  if (Array.isArray(filter.all)) {
    const all = filter.all.map(conditionsOf);
    return all.includes(null) ? null : all.flat();
  }
  const { field, op, value } = /** @type {Values} */ (filter);
  if (typeof field !== 'string' || field.includes('.')) return null;
  if (needsNoValue(op)) return [[`${field}.${op}`, ['1']]];
  const texts = op === 'in' ? value : [value];
  if (!Array.isArray(texts) || texts.some((text) => text === null || typeof text === 'object')) return null;
  return [[op === 'eq' || op === 'in' ? field : `${field}.${op}`, texts.map(String)]];
}

/**
 * What else narrows the rows of the view: the address of its page, and the row that it belongs to.
 *
 * @param {ViewState} state @param {Table} table @returns {Condition[] | null}
 */
function ofState({ asked, scope, presets }, table) {
  if (scope && !(scope.field && presets[scope.field])) return null;
  const about = /** @type {Condition[]} */ (scope?.field ? [[scope.field, [presets[scope.field]]]] : []);
  return [...about, ...asked.filter(({ problem }) => problem === null).flatMap((one) => conditionsAsked(one, table))];
}

/** @param {AskedCondition} asked @param {Table} table @returns {Condition[]} */
function conditionsAsked({ group, field, ops }, table) {
  const bare = table.field(field).traits.isMany ? 'has' : 'eq';
  const name = group ? `${group}-${field}` : field;
  return ops.map(({ op, texts }) => [op === bare ? name : `${name}.${op}`, [...texts]]);
}

/**
 * The conditions by parameter. What is drawn of a field says more than a condition on the same field that it meets. Null if
 * two others share a parameter: a list would take them as alternatives, or only the first.
 *
 * @param {Condition[]} given @param {Condition[]} chosen @returns {Record<string, string[]> | null}
 */
function together(given, chosen) {
  /** @type {Map<string, string[]>} */
  const found = new Map(chosen);
  const isNarrower = (/** @type {string} */ key) => !key.includes('.') && chosen.some(([one]) => one === key);
  for (const [key, texts] of given) {
    const before = found.get(key);
    if (!before) found.set(key, texts);
    else if (BOTH.test(key)) found.set(key, [...before, ...texts]);
    else if (before.join() !== texts.join() && !isNarrower(key)) return null;
  }
  return Object.fromEntries(found);
}
