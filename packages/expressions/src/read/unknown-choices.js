/** @import { Scope, Tree } from '../types.d.ts' */
/** @import { Field, Values } from '@plinth/plugin' */

/**
 * Texts that a field with choices is compared with, but that are none of its choices, so that the comparison never holds.
 *
 * @param {Tree} tree @param {Scope} scope @returns {{ field: Field, value: string }[]} each once
 */
export function unknownChoices(tree, scope) {
  const { catalog, table, variables = {} } = scope;
  /** @type {Map<string, { field: Field, value: string }>} */
  const found = new Map();
  /** The table of the rows that each name stands for. @typedef {ReadonlyMap<string, string | null>} Rows */

  /** @param {Tree} node @param {Rows} rows */
  const fieldOf = (node, rows) => {
    const start = node.op === 'path' && node.path.length > 0 ? rows.get(node.of) : null;
    if (node.op !== 'path' || !start) return null;
    let at = catalog.table(start);
    for (const step of node.path.slice(0, -1)) {
      const next = at.hasField(step) ? at.field(step).target : null;
      if (!next || !catalog.hasTable(next)) return null;
      at = catalog.table(next);
    }
    const last = node.path[node.path.length - 1];
    const field = at.hasField(last) ? at.field(last) : null;
    return field?.traits.value === 'choice' ? field : null;
  };
  /** @param {Tree} named @param {Tree} other @param {Rows} rows */
  const compare = (named, other, rows) => {
    const field = fieldOf(named, rows);
    const options = field?.attributes?.options;
    if (!field || !Array.isArray(options)) return;
    for (const { op, value } of /** @type {Values[]} */ (other.op === 'list' ? other.args : [other]))
      if (op === 'value' && typeof value === 'string' && !options.some((one) => String(one.value) === value))
        found.set(JSON.stringify([field.id, value]), { field, value });
  };
  /** @param {Tree} node @param {Rows} rows */
  const walk = (node, rows) => {
    if (node.op === 'inside') return walk(node.json, rows);
    if (node.op === 'each') return walkEach(node, rows);
    if (node.op === 'equal' || node.op === 'in') {
      compare(node.args[0], node.args[1], rows);
      compare(node.args[1], node.args[0], rows);
    }
    if ('args' in node) for (const arg of node.args) walk(arg, rows);
  };
  /** @param {Extract<Tree, { op: 'each' }>} node @param {Rows} rows */
  const walkEach = (node, rows) => {
    walk(node.over, rows);
    const over = node.over.op === 'path' && node.over.type.name === 'rows' ? node.over.type.table : null;
    const inner = new Map(rows).set(node.as, over);
    for (const part of [node.where, node.value]) if (part) walk(part, inner);
  };

  const named = Object.entries(variables).flatMap(([name, type]) =>
    type.name === 'row' ? [/** @type {[string, string]} */ ([name, type.table])] : [],
  );
  walk(tree, new Map([...(table ? [/** @type {[string, string]} */ (['row', table.name])] : []), ...named]));
  return [...found.values()];
}
