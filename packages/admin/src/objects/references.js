import { namesWithin } from '@plinth/data';
import { mapReferences, objectsOf, titleOf } from '@plinth/plugin';
import { addressOf } from './problems.js';

/** @import { Catalog, Reference, Registry } from '@plinth/plugin' */
/** @import { App } from '@plinth/server/types' */

/**
 * Everything that refers to an object: tables, views, pages, menu and roles with a reference that `matches`.
 *
 * @param {App} app @param {Catalog} catalog @param {(reference: Reference, kind: string) => boolean} matches
 * @returns {{ kind: string, name: string, label: string, url: string, at: string[] }[]}
 */
export function usesOf(app, catalog, matches) {
  const found = [];
  for (const { kind, body, label, name } of everyObject(catalog, app.registry)) {
    /** @type {string[]} */
    const at = [];
    mapReferences(
      /** @type {any} */ ({ kind, body }),
      { registry: app.registry, catalog },
      namesWithin(catalog, (reference) => {
        if (matches(reference, kind)) at.push(reference.at);
      }),
    );
    if (at.length) found.push({ kind, name, label, url: addressOf({ kind, name, at: at[0] }, app.registry), at });
  }
  return found;
}

/** @param {Catalog} catalog @param {Registry} registry */
function* everyObject(catalog, registry) {
  for (const table of catalog.tables) {
    yield { kind: 'table', body: plain(table), label: table.label, name: table.name };
    for (const field of table.fields) {
      yield { kind: 'field', body: plain(field), label: `${table.label}: ${field.label}`, name: table.name };
    }
  }
  for (const kind of registry.all('kind'))
    for (const one of objectsOf(catalog, kind))
      yield { kind: kind.name, body: plain(one), label: titleOf(kind, one), name: one.name };
  yield { kind: 'menu', body: plain(catalog.menu), label: '', name: 'menu' };
}

/**
 * The data of a catalog object without its methods, so that it can be cloned.
 *
 * @template T @param {T} object @returns {T}
 */
export function plain(object) {
  return JSON.parse(JSON.stringify(object));
}
