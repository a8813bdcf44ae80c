/** @import { App, Catalog, Field, Kind, PluginState, Table } from '@plinth/plugin' */
import { AppError, Phrase, inputInvalid, objectsOf, phrase } from '@plinth/plugin';
import { fieldNotFound, kindNotFound, tableNotFound } from '../../../postgres/errors/not-found.js';

/** @template {{ id: string, name: string }} T @param {readonly T[]} list @param {unknown} wanted name or id */
const among = (list, wanted) => list.find((entry) => entry.name === wanted || entry.id === wanted);

/** @param {readonly { name: string }[]} list */
const names = (list) => list.map((entry) => entry.name);

/** A user-defined table, by name or id. @param {Catalog} catalog @param {unknown} wanted @returns {Table} */
export function findTable(catalog, wanted) {
  const table = among(catalog.tables, given('table', wanted));
  if (!table) throw tableNotFound(String(wanted), names(catalog.tables));
  if (!table.system) return table;
  throw new AppError('TABLE_FIXED', phrase`The table "${table.name}" is built in and can't be changed`, {
    status: 422,
    hint: 'Create your own table with a user or relation field that points to it',
  });
}

/** @param {Table} table @param {unknown} wanted @returns {Field} */
export function findField(table, wanted) {
  const field = among(table.fields, given('field', wanted));
  if (!field) throw fieldNotFound(table.name, String(wanted));
  return field;
}

/**
 * An object of a kind, by name or id.
 *
 * @param {Pick<Kind, 'name' | 'plural' | 'notFound'>} kind @param {Catalog} catalog @param {unknown} wanted @returns {any}
 */
export function find(kind, catalog, wanted) {
  const objects = objectsOf(catalog, kind);
  const found = among(objects, given(kind.name, wanted));
  if (!found) throw kindNotFound(kind, String(wanted), names(objects));
  return found;
}

/** @param {Catalog} catalog @param {unknown} wanted @returns {App} */
export const findApp = (catalog, wanted) => find({ name: 'app', plural: 'apps' }, catalog, wanted);

/** @param {Catalog} catalog @param {unknown} wanted @returns {PluginState | undefined} */
export function findPlugin(catalog, wanted) {
  return among(catalog.plugins, given('plugin', wanted));
}

/** @param {string} what @param {unknown} wanted */
function given(what, wanted) {
  if (typeof wanted !== 'string' || wanted === '')
    throw inputInvalid({ [what]: phrase`must be an existing ${new Phrase(what)}` });
  return wanted;
}
