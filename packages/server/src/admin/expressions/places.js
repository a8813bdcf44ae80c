/** @import { Scope } from '@plinth/expressions' */
/** @import { Catalog } from '@plinth/plugin' */

/**
 * What an expression may look at, by where it stands (docs/reference/expressions.md): `condition` and `value` belong to
 * views and layouts.
 *
 * @type {Readonly<Record<string, Partial<Scope>>>}
 */
const PLACES = Object.freeze({
  formula: { allowUser: false },
  default: { allowRelations: false },
  rule: { result: ['bool'] },
  condition: { result: ['bool'] },
  value: {},
});

/** Where an expression stands, as its control says it. @typedef {{ table: string | null, place: string, result: string | null }} Where */

/** @param {{ get(name: string): string | null }} given @returns {Where} */
export function readWhere(given) {
  const place = given.get('place') ?? '';
  return {
    table: given.get('table') || null,
    place: Object.hasOwn(PLACES, place) ? place : 'value',
    result: given.get('result') || null,
  };
}

/** @param {Pick<Catalog, 'table' | 'hasTable' | 'children'>} catalog @param {Where} where @returns {Scope} */
export function scopeOf(catalog, { table, place, result }) {
  return {
    catalog,
    table: table && catalog.hasTable(table) ? catalog.table(table) : null,
    ...PLACES[place],
    ...(result === 'bool' && { result: ['bool'] }),
  };
}

/** Whether conditions can be chosen from lists there. @param {Scope} scope */
export const isCondition = ({ result }) => result?.length === 1 && result[0] === 'bool';

/**
 * Attributes of a control that holds an expression: assets/expressions.js and assets/completion.js do the rest.
 *
 * @param {Partial<Where> & { prefix?: string }} where prefix: what stands before an expression where a value may stand too
 */
export const expressionAttrs = (where) => ({
  ...{ spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' },
  'data-expression': JSON.stringify(where),
});
