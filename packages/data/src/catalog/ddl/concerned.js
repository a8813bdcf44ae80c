/** @import { StoredCatalog, StoredObject } from '../types.d.ts' */

import { textOrderOf } from '../../postgres/sql/text-order.js';

/**
 * Tables for which PostgreSQL may need changes: those that changed, or had a field changed, and those that refer to one
 * that was added, removed or renamed, and those of changed triggers; all, if texts are sorted otherwise. In an app with hundreds of tables an edit examines only these.
 *
 * @param {StoredCatalog} before @param {StoredCatalog} after shares unchanged objects with `before`
 * @returns {Set<string>} their ids
 */
export function concernedTables(before, after) {
  const concerned = new Set();
  const targets = new Set();
  const triggered = new Set();
  for (const [was, is] of differentObjects(before.objects, after.objects)) {
    const { kind, id, parent } = /** @type {StoredObject} */ (was ?? is);
    if (kind === 'field' && parent) concerned.add(parent);
    if (kind === 'settings' && isSortedAnew(was, is)) for (const table of after.tables) concerned.add(table.id);
    // Some triggers need an index.
    if (kind === 'trigger') for (const one of [was, is]) if (one?.body.table) triggered.add(one.body.table);
    if (kind !== 'table') continue;
    concerned.add(id);
    if (was?.name !== is?.name) targets.add(was?.name).add(is?.name);
  }
  for (const { id, name } of triggered.size > 0 ? [...before.tables, ...after.tables] : [])
    if (triggered.has(name)) concerned.add(id);
  for (const { id, fields } of [...before.tables, ...after.tables])
    if (targets.size > 0 && fields.some(({ target }) => target && targets.has(target))) concerned.add(id);
  return concerned;
}

/** Whether another language of the site has another order. @param {StoredObject | undefined} was @param {StoredObject | undefined} is */
const isSortedAnew = (was, is) => textOrderOf(was?.body.locale) !== textOrderOf(is?.body.locale);

/** @typedef {StoredCatalog['objects']} Objects */

/** @param {Objects} before @param {Objects} after @returns {[StoredObject | undefined, StoredObject | undefined][]} */
function differentObjects(before, after) {
  /** @type {[StoredObject | undefined, StoredObject | undefined][]} */
  const different = [];
  for (const [id, was] of before) if (after.get(id) !== was) different.push([was, after.get(id)]);
  for (const [id, is] of after) if (!before.has(id)) different.push([undefined, is]);
  return different;
}
