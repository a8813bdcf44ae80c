/** @import { Catalog } from '@plinth/plugin' */
import { memoize } from '@plinth/plugin';

/** Texts by table. */
const textsOf = memoize((/** @type {Catalog} */ _catalog) => /** @type {Map<string, string>} */ (new Map()));

/**
 * What a subscription depends on in the Catalog. When the signature changes, the subscription ends, and rights are checked
 * again when the client reconnects.
 *
 * @param {Catalog} catalog @param {readonly string[]} rows tables whose rows are delivered
 * @param {readonly string[]} watched tables of views, which show more of the Catalog than one could name
 */
export function signatureOf(catalog, rows, watched) {
  // The common case shares one string among all subscriptions.
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
  const shape = fields.map((field) => [field.id, field.name, field.type, field.access]);
  return JSON.stringify([id, name, access, owner, shape, roles]);
}
