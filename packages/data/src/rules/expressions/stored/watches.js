/** @import { Catalog, Field, Table, Values } from '@plinth/plugin' */
/** @import { Tree } from '@plinth/expressions' */
import { childOf } from '@plinth/expressions';

/**
 * A step from one row to others. `one`: a field of `from` refers to a row of `to`; `child`: a field of `to` refers to
 * `from`; `many`: a many-to-many field of `from` has pairs with rows of `to`.
 *
 * @typedef {{ kind: 'one' | 'child' | 'many', from: Table, field: Field, to: Table }} Step
 *
 * Rows that a formula looks at: how one comes to them from the row that has the formula, and which of their columns
 *   count.
 * @typedef {{ steps: readonly Step[], columns: Set<string> }} Watch
 */

/**
 * Everything that the value of a formula depends on: first the row itself (no steps), then what relations lead to.
 *
 * @param {Tree} tree @param {Table} table @param {Pick<Catalog, 'table' | 'hasTable' | 'children'>} catalog
 * @returns {Watch[]}
 */
export function watchesOf(tree, table, catalog) {
  /** @type {Map<string, Watch>} */
  const watches = new Map();
  /** @param {readonly Step[]} steps */
  const watch = (steps) => {
    const key = keyOf(steps);
    const known = watches.get(key) ?? { steps, columns: new Set() };
    watches.set(key, known);
    return known;
  };
  const tableAt = (/** @type {readonly Step[]} */ steps) => steps.at(-1)?.to ?? table;

  /** @param {readonly Step[]} start @param {readonly string[]} names of to-one relations */
  const walk = (start, names) => {
    let steps = start;
    for (const name of names) {
      const from = tableAt(steps);
      const field = from.field(name);
      watch(steps).columns.add(name);
      steps = [...steps, { kind: 'one', from, field, to: catalog.table(String(field.target)) }];
      watch(steps);
    }
    return steps;
  };
  /** @param {readonly Step[]} owner @param {string} name @returns {readonly Step[]} */
  const list = (owner, name) => {
    const from = tableAt(owner);
    const child = childOf(from, name, catalog);
    const field = child ? child.field : from.field(name);
    const to = child ? child.table : catalog.table(String(field.target));
    const steps = [
      ...owner,
      { kind: child ? /** @type {const} */ ('child') : /** @type {const} */ ('many'), from, field, to },
    ];
    watch(steps);
    return steps;
  };
  /** @param {Values} node @param {ReadonlyMap<string, readonly Step[] | null>} rows variables; null: an entry of a list */
  const visit = (node, rows) => {
    if (!node) return;
    if (node.op === 'path') {
      const start = rows.get(node.of);
      if (start && node.path.length > 0) watch(walk(start, node.path.slice(0, -1))).columns.add(node.path.at(-1));
      return;
    }
    if (node.op === 'each') {
      const { over } = node;
      const isRows = over.op === 'path' && over.type.name === 'rows';
      if (!isRows) visit(over, rows);
      const start = isRows ? rows.get(over.of) : null;
      const entry = start ? list(walk(start, over.path.slice(0, -1)), over.path.at(-1)) : null;
      const inner = new Map([...rows, [node.as, entry]]);
      visit(node.where, inner);
      visit(node.value, inner);
      return;
    }
    visit(node.json, rows);
    for (const arg of node.args ?? []) visit(arg, rows);
  };

  watch([]);
  visit(tree, new Map([['row', /** @type {readonly Step[]} */ ([])]]));
  return [...watches.values()];
}

/** @param {readonly Step[]} steps */
export const keyOf = (steps) => steps.map(({ kind, to, field }) => `${kind} ${to.name}.${field.name}`).join('/');
