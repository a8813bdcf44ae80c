/** @import { Expression, Reads, Scope, Tree } from '../types.d.ts' */
import { childOf, profileWith } from './names.js';

/**
 * What a checked expression needs when it runs.
 *
 * @param {Tree} tree @param {Scope} scope
 * @returns {Pick<Expression, 'reads' | 'user' | 'time' | 'tables'>}
 */
export function usesOf(tree, scope) {
  const { catalog, table } = scope;
  /** @type {Reads} */
  const reads = { fields: {}, lists: {} };
  const user = new Set();
  const tables = new Set(table ? [table.name] : []);
  /** @type {Expression['time']} */
  let time = null;

  const noteUser = (/** @type {string} */ name) => {
    user.add(name);
    const profile = profileWith(name, catalog);
    if (profile) tables.add(profile.table.name);
  };
  /** @param {string} start @param {string[]} path */
  const noteTables = (start, path) => {
    let at = catalog.table(start);
    for (const step of path) {
      const child = childOf(at, step, catalog);
      const next = child ? child.table.name : at.field(step).target;
      if (!next || !catalog.hasTable(next)) return;
      tables.add(next);
      at = catalog.table(next);
    }
  };
  /** @param {Tree} node @param {ReadonlyMap<string, { reads: Reads, table: string } | null>} rows */
  const walk = (node, rows) => {
    if (node.op === 'user') noteUser(node.name);
    if (node.op === 'now') time = 'now';
    if (node.op === 'today') time ??= 'today';
    if (node.op === 'path') {
      const row = rows.get(node.of);
      if (!row || node.path.length === 0) return;
      // The last step is a column; the steps before it are rows of other tables.
      noteTables(row.table, node.type.name === 'rows' ? node.path : node.path.slice(0, -1));
      if (node.type.name !== 'rows') row.reads.fields[node.path.join('.')] = node.type;
    }
    if (node.op === 'inside') return walk(node.json, rows);
    if (node.op === 'each') return walkEach(node, rows);
    if ('args' in node) for (const arg of node.args) walk(arg, rows);
  };
  /** @param {Extract<Tree, { op: 'each' }>} node @param {ReadonlyMap<string, { reads: Reads, table: string } | null>} rows */
  const walkEach = (node, rows) => {
    walk(node.over, rows);
    const inner = new Map(rows);
    inner.set(node.as, null);
    if (node.over.op === 'path' && node.over.type.name === 'rows') {
      const { of, path, type } = node.over;
      const list = listOf(rows.get(of)?.reads ?? reads, path.join('.'), type.table);
      inner.set(node.as, { reads: list.reads, table: type.table });
    }
    for (const part of [node.where, node.value]) if (part) walk(part, inner);
  };

  walk(tree, new Map(table ? [['row', { reads, table: table.name }]] : []));
  return { reads, user: [...user], time, tables: [...tables] };
}

/** @param {Reads} reads @param {string} path @param {string} table */
function listOf(reads, path, table) {
  return (reads.lists[path] ??= { table, reads: { fields: {}, lists: {} } });
}
