/** @import { Catalog, Registry, Table, View } from '@plinth/plugin' */
/** @import { Tree } from '@plinth/expressions' */
import { readExpression } from '@plinth/expressions';
import { AppError } from '@plinth/plugin';
import { isIndexable } from './index-suggestions.js';
import { sortFieldsOf } from './view-fields.js';

/**
 * Suggests an index over owner and sort field where users see their own rows in that order. Without it, each page reads
 * and sorts all rows of the owner or skips the rows of everybody else.
 *
 * @param {Catalog} catalog @param {Registry} registry @param {Table} table @param {readonly View[]} [views]
 * @returns {{ fields: string[], views: string[] }[]}
 */
export function suggestOwnedIndexes(catalog, registry, table, views = catalog.views) {
  const owners = ownerFields(catalog, table);
  if (owners.length === 0) return [];
  /** @type {Map<string, Set<string>>} */
  const sorted = new Map();
  for (const view of views) {
    if (view.table !== table.name) continue;
    const [field] = sortFieldsOf(view, registry);
    if (field && (field === 'id' || isIndexable(table, field, registry))) {
      sorted.set(field, (sorted.get(field) ?? new Set()).add(view.label || view.name));
    }
  }
  return owners.flatMap((owner) =>
    [...sorted]
      .filter(([field]) => field !== owner && !isThere(table, owner, field))
      .map(([field, views]) => ({ fields: [owner, field], views: [...views] })),
  );
}

/** Fields that decide whose row it is: the owner field and those that rules compare with the user. @param {Catalog} catalog @param {Table} table */
function ownerFields(catalog, table) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const { read } of Object.values(table.access)) {
    if (read === 'own' && table.owner) found.add(table.owner);
    if (typeof read === 'object') for (const field of comparedWithAsker(catalog, table, read.rule)) found.add(field);
  }
  return [...found].filter((name) => table.hasField(name));
}

/** @param {Catalog} catalog @param {Table} table @param {string} rule */
function comparedWithAsker(catalog, table, rule) {
  try {
    return ownIn(readExpression(rule, { catalog, table }).tree);
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** Only required conditions help to find rows, so neither side of an "or" counts. @param {Tree} tree @returns {string[]} */
function ownIn(tree) {
  if (tree.op === 'and') return tree.args.flatMap(ownIn);
  if (tree.op !== 'equal') return [];
  const field = tree.args.find((arg) => arg.op === 'path' && arg.of === 'row' && arg.path.length === 1);
  const isAsker = tree.args.some((arg) => arg.op === 'user' && arg.name === 'id');
  return isAsker && field?.op === 'path' ? field.path : [];
}

/** Plinth's indexes end with the key, so sorting by key needs the owner only. @param {Table} table @param {string} owner @param {string} field */
function isThere(table, owner, field) {
  if (field === 'id') return true;
  return table.indexes.some(({ kind, fields }) => !kind && fields[0] === owner && fields[1] === field);
}
