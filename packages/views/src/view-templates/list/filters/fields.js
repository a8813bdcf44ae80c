/** @import { Actor, Field, Operator, Registry, Table, ViewCompiler } from '@plinth/plugin' */
import { isAmong, readersAt } from '@plinth/plugin';

/**
 * What a field can be asked in a list: the operators of its kind, the usual one first. `value` is how the control looks.
 *
 * @typedef {{ name: string, ops: readonly string[] }} Kind
 */

const EMPTINESS = ['empty', 'filled'];

/** @type {Readonly<Record<string, Kind>>} */
const KINDS = Object.freeze({
  text: { name: 'text', ops: ['contains', 'lacks', 'starts', 'ends', 'eq', 'ne', ...EMPTINESS] },
  exact: { name: 'text', ops: ['eq', 'ne', ...EMPTINESS] },
  number: { name: 'number', ops: ['eq', 'ne', 'gte', 'lte', 'between', ...EMPTINESS] },
  date: { name: 'date', ops: ['within', 'eq', 'lt', 'gt', 'between', ...EMPTINESS] },
  time: { name: 'time', ops: ['between', 'gte', 'lte', 'eq', ...EMPTINESS] },
  duration: { name: 'duration', ops: ['between', 'gte', 'lte', 'eq', ...EMPTINESS] },
  boolean: { name: 'boolean', ops: ['eq', ...EMPTINESS] },
  option: { name: 'options', ops: ['eq', 'ne', ...EMPTINESS] },
  options: { name: 'options', ops: ['has', 'hasAll', 'lacks', ...EMPTINESS] },
  row: { name: 'rows', ops: ['eq', 'ne', ...EMPTINESS] },
  rows: { name: 'rows', ops: ['has', 'hasAll', 'lacks', ...EMPTINESS] },
});

/** @param {Field} field @returns {keyof typeof KINDS | null} */
function nameOf({ traits: { value, isMany, hasDay, hasTime, searches } }) {
  if (value === 'number') return hasTime ? 'duration' : 'number';
  if (value === 'date') return hasDay ? 'date' : 'time';
  if (value === 'choice') return isMany ? 'options' : 'option';
  if (value === 'reference') return isMany ? 'rows' : 'row';
  if (value === 'text') return searches ? 'text' : 'exact';
  if (value === 'boolean') return 'boolean';
  return value === 'files' ? null : 'exact';
}

/**
 * A field that rows can be filtered by.
 *
 * @typedef {{ field: Field, kind: Kind, icon: string, isOffered: (actor: Actor) => boolean }} FilterField
 */

/**
 * The fields of the table that a list can be filtered by, those with a column of the list first.
 *
 * @param {ViewCompiler & { table: Table }} c @param {readonly (string | null)[]} shown names of the list's columns
 * @returns {FilterField[]}
 */
export function filterFields({ catalog, registry, table }, shown) {
  const all = table.fields.flatMap((field) => {
    const kind = field.name === 'id' ? null : kindOf(registry, field);
    if (!kind) return [];
    const readers = readersAt(catalog, table, field.name);
    const { icon } = registry.fieldType(field.type);
    return [{ field, kind, icon, isOffered: (/** @type {Actor} */ actor) => isAmong(actor, readers) }];
  });
  const place = (/** @type {FilterField} */ { field }) => {
    const at = shown.indexOf(field.name);
    return at < 0 ? shown.length : at;
  };
  return all.sort((a, b) => place(a) - place(b));
}

/** @param {Registry} registry @param {Field} field @returns {Kind | null} */
function kindOf(registry, field) {
  if (!registry.has('fieldType', field.type)) return null;
  const { operators, isInternal } = registry.fieldType(field.type);
  // Such as the place of a row on a board.
  if (isInternal) return null;
  const name = nameOf(field);
  const kind = name ? KINDS[name] : null;
  if (!kind) return null;
  const ops = kind.ops.filter((op) => isPossible(op, operators));
  // Nothing but "is empty" is no filter that people look for.
  return ops.some((op) => !EMPTINESS.includes(op)) ? { ...kind, ops } : null;
}

/** @param {string} op @param {readonly Operator[]} operators */
function isPossible(op, operators) {
  if (op === 'within' || op === 'between') return operators.includes('gte') && operators.includes('lte');
  return operators.includes(op === 'hasAll' ? 'has' : /** @type {Operator} */ (op));
}
