import { mapReferences } from '@plinth/plugin';
import { addressOf } from './problems.js';

/** @import { Catalog, Reference } from '@plinth/plugin' */
/** @import { App } from '../types.d.ts' */

/**
 * Everything that refers to an object: tables, views, pages, menu and roles with a reference that `matches`.
 *
 * @param {App} app @param {Catalog} catalog @param {(reference: Reference, kind: string) => boolean} matches
 * @returns {{ kind: string, name: string, label: string, url: string, at: string[] }[]}
 */
export function usesOf(app, catalog, matches) {
  const found = [];
  for (const { kind, body, label, name } of objectsOf(catalog)) {
    /** @type {string[]} */
    const at = [];
    mapReferences(/** @type {any} */ ({ kind, body }), { registry: app.registry, catalog }, (reference) => {
      if (matches(reference, kind)) at.push(reference.at);
    });
    if (at.length) found.push({ kind, name, label, url: addressOf({ kind, name, at: at[0] }), at });
  }
  return found;
}

/** @param {Catalog} catalog */
function* objectsOf(catalog) {
  for (const table of catalog.tables) {
    yield { kind: 'table', body: plain(table), label: table.label, name: table.name };
    for (const field of table.fields) {
      yield { kind: 'field', body: plain(field), label: `${table.label}: ${field.label}`, name: table.name };
    }
  }
  for (const view of catalog.views)
    yield { kind: 'view', body: plain(view), label: view.label || view.name, name: view.name };
  for (const page of catalog.pages) yield { kind: 'page', body: plain(page), label: page.title, name: page.name };
  for (const piece of catalog.pieces) yield { kind: 'piece', body: plain(piece), label: piece.label, name: piece.name };
  for (const { id, ...trigger } of catalog.triggers)
    yield { kind: 'trigger', body: plain(trigger), label: trigger.label, name: trigger.name };
  for (const one of catalog.workflows) yield { kind: 'workflow', body: plain(one), label: one.label, name: one.name };
  for (const one of catalog.functions) yield { kind: 'function', body: plain(one), label: one.label, name: one.name };
  for (const one of catalog.secrets) yield { kind: 'secret', body: plain(one), label: one.name, name: one.name };
  for (const one of catalog.mails) yield { kind: 'mail', body: plain(one), label: one.label, name: one.name };
  for (const role of catalog.roles) yield { kind: 'role', body: plain(role), label: role.label, name: role.name };
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
