/** @import { Field, Table, Values } from '@plinth/plugin' */
/** @import { Scope, Tree, Type } from '../types.d.ts' */
import { phrase } from '@plinth/plugin';
import { expressionInvalid } from './errors.js';
import { typeOfField } from './names.js';
import { asValue, convert } from './types.js';
import { EXPRESSION_LIMITS } from '../limits.js';

/**
 * The tree of a formula field, used in place of the field. The inner scope contains the formulas on the way, so that
 * cycles are found.
 *
 * @param {Extract<Tree, { op: 'path' }>} base the row whose field it is @param {Table} table @param {Field} field
 * @param {Scope} scope @param {(source: string, scope: Scope) => Tree} read checks the text of a formula
 * @returns {Tree}
 */
export function formulaAt(base, table, field, scope, read) {
  const name = `${table.name}.${field.name}`;
  const { within = [] } = scope;
  if (within.includes(name)) {
    const circle = [...within.slice(within.indexOf(name)), name].join(' → ');
    throw formulaInvalid(field, phrase`it depends on itself: ${circle}`);
  }
  const { catalog, whole = catalog, allowTime, allowRelations } = scope;
  const tree = read(String(field.formula), {
    catalog: whole,
    table: whole.table(table.name),
    allowTime,
    allowRelations,
    allowUser: false,
    within: [...within, name],
  });
  const fitting = formulaResult(tree, field, whole);
  if (!fitting) throw formulaInvalid(field, 'the result does not have the declared type');
  if (countParts(fitting) > EXPRESSION_LIMITS.parts)
    throw formulaInvalid(
      field,
      phrase`it has more than ${EXPRESSION_LIMITS.parts} parts, including those of the formulas it uses`,
    );
  return moved(fitting, base, within.length);
}

/**
 * A formula's result as a value of the field: rounded if the field has a number of decimals. Null if it has another
 * type.
 *
 * @param {Tree} tree @param {Field} field @param {Scope['catalog']} catalog
 * @returns {Tree | null}
 */
export function formulaResult(tree, field, catalog) {
  const type = typeOfField({ ...field, formula: null }, catalog);
  const result = type && convert(asValue(tree, catalog), type);
  const decimals = result?.type.name === 'decimal' ? decimalsOf(field) : null;
  if (!result || decimals === null) return result;
  /** @type {Tree} */
  const places = { op: 'value', type: { name: 'int' }, value: String(decimals) };
  return { op: 'call', name: 'round.decimals', args: [result, places], type: result.type };
}

/** @param {Field} field */
function decimalsOf({ type, attributes }) {
  const decimals = attributes.decimals ?? (type === 'money' ? 2 : null);
  return decimals === null || decimals === '' ? null : Number(decimals);
}

/** @param {Field} field @param {import('@plinth/plugin').Message} reason */
const formulaInvalid = (field, reason) =>
  expressionInvalid(String(field.formula), null, phrase`in the formula "${field.label}", ${reason}`);

/** How many parts a tree has. @param {Values} tree @returns {number} */
export function countParts(tree) {
  if (tree === null || typeof tree !== 'object') return 0;
  const parts = [...(tree.args ?? []), tree.over, tree.where, tree.value, tree.json];
  return 1 + parts.reduce((sum, part) => sum + (part && part.op ? countParts(part) : 0), 0);
}

/**
 * Turns a tree over `row` into one over the row that `base` leads to. Its own variables get unique names.
 *
 * @param {Tree} tree @param {Extract<Tree, { op: 'path' }>} base @param {number} depth
 * @returns {Tree}
 */
function moved(tree, base, depth) {
  const rename = (/** @type {string} */ name) => `${name}$${depth}`;
  /** @param {Values} node @returns {any} */
  const walk = (node) => {
    if (!node) return node;
    if (node.op === 'path') {
      return node.of === 'row'
        ? { ...node, of: base.of, path: [...base.path, ...node.path] }
        : { ...node, of: rename(node.of) };
    }
    if (node.op === 'inside') return { ...node, json: walk(node.json) };
    if (node.op === 'each') {
      const { over, where, value, as } = node;
      return { ...node, as: rename(as), over: walk(over), where: walk(where), value: walk(value) };
    }
    return node.args ? { ...node, args: node.args.map(walk) } : node;
  };
  return walk(tree);
}
