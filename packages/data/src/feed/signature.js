/** @import { Catalog } from '@plinth/plugin' */
import { memoize } from '@plinth/plugin';

/** Texts by table. */
const textsOf = memoize((/** @type {Catalog} */ _catalog) => /** @type {Map<string, string>} */ (new Map()));

/**
 * What a subscription rests on in the Catalog: when it becomes another, the subscription ends, and who comes again is
 * asked for his rights anew.
 *
 * @param {Catalog} catalog @param {readonly string[]} rows tables of which rows are told
 * @param {readonly string[]} watched tables of views, which show more of the Catalog than one could name
 */
export function signatureOf(catalog, rows, watched) {
  // One text for all who rest on the same.
  if (rows.length === 1 && watched.length === 0) return tableText(catalog, rows[0]);
  const names = [...rows].sort();
  return [...names.map((name) => tableText(catalog, name)), watched.length > 0 ? String(catalog.version) : ''].join(
    '\n',
  );
}

/** @param {Catalog} catalog @param {string} name */
function tableText(catalog, name) {
  const texts = textsOf(catalog);
  let text = texts.get(name);
  if (text === undefined) texts.set(name, (text = makeText(catalog, name)));
  return text;
}

/** @param {Catalog} catalog @param {string} name */
function makeText(catalog, name) {
  if (!catalog.hasTable(name)) return '';
  const { id, access, owner, fields } = catalog.table(name);
  const roles = catalog.roles.map((role) => [role.id, role.name, role.inherits]);
  const shape = fields.map((field) => [field.id, field.name, field.type, /** @type {any} */ (field).access]);
  return JSON.stringify([id, name, access, owner, shape, roles]);
}
