/** @import { Values } from '../index.d.ts' */
/** @import { Walk } from './map-references.js' */

/** Attributes in which relation-like field types store their target table. */
const TARGET_ATTRIBUTE = 'table';

/**
 * Name of a field's target table; undefined if it can't be determined.
 *
 * @param {string | null | undefined} table @param {string} field @param {Walk} walk
 */
export function targetOf(table, field, walk) {
  if (!table || !walk.catalog.hasTable(table)) return undefined;
  const owner = walk.catalog.table(table);
  if (!owner.hasField(field)) return undefined;
  const found = owner.field(field);
  return found.target ?? found.attributes?.[TARGET_ATTRIBUTE] ?? undefined;
}

/**
 * Visits each step of author.name with the table it belongs to.
 *
 * @param {string} path @param {string | null | undefined} table @param {string} at @param {Walk} walk
 */
export function walkPath(path, table, at, walk) {
  if (typeof path !== 'string') return path;
  const steps = path.split('.');
  /** @type {string | null | undefined} */
  let current = table;
  const renamed = [];
  for (const step of steps) {
    const before = current;
    renamed.push(walk.visit({ kind: 'field', name: step, at, ...(before && { table: before }) }));
    current = targetOf(before, step, walk);
    if (!current) break;
  }
  return [...renamed, ...steps.slice(renamed.length)].join('.');
}

/**
 * "replies.thread": a table and its relation field.
 *
 * @param {string} relation @param {string} at @param {Walk} walk
 */
export function walkChild(relation, at, walk) {
  const [table, field] = relation.split('.');
  const renamedField = field === undefined ? undefined : walk.visit({ kind: 'field', table, name: field, at });
  const renamedTable = walk.visit({ kind: 'table', name: table, at });
  return renamedField === undefined ? renamedTable : `${renamedTable}.${renamedField}`;
}

/**
 * @param {any} filter @param {string | null | undefined} table @param {string} at @param {Walk} walk
 * @returns {unknown}
 */
export function walkFilter(filter, table, at, walk) {
  if (!filter || typeof filter !== 'object') return filter;
  for (const kind of ['all', 'any']) {
    if (Array.isArray(filter[kind])) {
      return { ...filter, [kind]: filter[kind].map((/** @type {Values} */ step) => walkFilter(step, table, at, walk)) };
    }
  }
  if (filter.not) return { ...filter, not: walkFilter(filter.not, table, at, walk) };
  if (typeof filter.child === 'string') {
    const where = filter.where && walkFilter(filter.where, filter.child.split('.')[0], at, walk);
    return { ...filter, child: walkChild(filter.child, at, walk), ...(where && { where }) };
  }
  if (typeof filter.expression === 'string') {
    return { ...filter, expression: walkExpression(filter.expression, table, at, walk) };
  }
  if (typeof filter.field !== 'string') return filter;
  const result = { ...filter, field: walkPath(filter.field, table, at, walk) };
  if (typeof filter.value?.path === 'string') result.value = { path: walkPath(filter.value.path, table, at, walk) };
  return result;
}

/**
 * Visits an expression, with what it may name.
 *
 * @param {string} source @param {string | null | undefined} table @param {string} at @param {Walk} walk
 * @param {'bool'} [result]
 */
export function walkExpression(source, table, at, walk, result) {
  const { old, event, variables } = walk;
  const known = {
    ...(table && { table }),
    ...(old && { old: /** @type {const} */ (true) }),
    ...(event && { event }),
    ...(variables && { variables }),
    ...(result && { result }),
  };
  return walk.visit({ kind: 'expression', name: source, at, ...known });
}
