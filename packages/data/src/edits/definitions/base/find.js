/** @import { App, AppFunction, Catalog, Field, MailTemplate, Page, Piece, PluginState, Role, Table, View } from '@plinth/plugin' */
import { AppError, Phrase, inputInvalid, phrase } from '@plinth/plugin';
import {
  fieldNotFound,
  functionNotFound,
  mailTemplateNotFound,
  objectNotFound,
  pageNotFound,
  pieceNotFound,
  tableNotFound,
  viewNotFound,
  workflowNotFound,
} from '../../../postgres/errors/not-found.js';

/** @template {{ id: string, name: string }} T @param {readonly T[]} list @param {unknown} wanted name or id */
const find = (list, wanted) => list.find((entry) => entry.name === wanted || entry.id === wanted);

/** @param {readonly { name: string }[]} list */
const names = (list) => list.map((entry) => entry.name);

/** A user-defined table, by name or id. @param {Catalog} catalog @param {unknown} wanted @returns {Table} */
export function findTable(catalog, wanted) {
  const table = find(catalog.tables, given('table', wanted));
  if (!table) throw tableNotFound(String(wanted), names(catalog.tables));
  if (!table.system) return table;
  throw new AppError('TABLE_FIXED', phrase`The table "${table.name}" is built in and can't be changed`, {
    status: 422,
    hint: 'Create your own table with a user or relation field that points to it',
  });
}

/** @param {Table} table @param {unknown} wanted @returns {Field} */
export function findField(table, wanted) {
  const field = find(table.fields, given('field', wanted));
  if (!field) throw fieldNotFound(table.name, String(wanted));
  return field;
}

/** @param {Catalog} catalog @param {unknown} wanted @returns {View} */
export function findView(catalog, wanted) {
  const view = find(catalog.views, given('view', wanted));
  if (!view) throw viewNotFound(String(wanted), names(catalog.views));
  return view;
}

/** @param {Catalog} catalog @param {unknown} wanted @returns {Page} */
export function findPage(catalog, wanted) {
  const page = find(catalog.pages, given('page', wanted));
  if (!page) throw pageNotFound(String(wanted), names(catalog.pages));
  return page;
}

/** @param {Catalog} catalog @param {unknown} wanted @returns {Piece} */
export function findPiece(catalog, wanted) {
  const piece = find(catalog.pieces, given('piece', wanted));
  if (!piece) throw pieceNotFound(String(wanted), names(catalog.pieces));
  return piece;
}

/** @param {Catalog} catalog @param {unknown} wanted @returns {AppFunction} */
export function findFunction(catalog, wanted) {
  const found = find(catalog.functions, given('function', wanted));
  if (!found) throw functionNotFound(String(wanted), names(catalog.functions));
  return found;
}

/** @param {Catalog} catalog @param {unknown} wanted @returns {MailTemplate} */
export function findMail(catalog, wanted) {
  const found = find(catalog.mails, given('mail', wanted));
  if (!found) throw mailTemplateNotFound(String(wanted), names(catalog.mails));
  return found;
}

/** @param {Catalog} catalog @param {unknown} wanted @returns {Role} */
export function findRole(catalog, wanted) {
  return find(catalog.roles, given('role', wanted)) ?? missing('role', wanted);
}

/** @param {Catalog} catalog @param {unknown} wanted @returns {App} */
export function findApp(catalog, wanted) {
  return find(catalog.apps, given('app', wanted)) ?? missing('app', wanted);
}

/** @param {Catalog} catalog @param {unknown} wanted @returns {PluginState | undefined} */
export function findPlugin(catalog, wanted) {
  return find(catalog.plugins, given('plugin', wanted));
}

/** @param {string} what @param {unknown} wanted */
function given(what, wanted) {
  if (typeof wanted !== 'string' || wanted === '')
    throw inputInvalid({ [what]: phrase`must be an existing ${new Phrase(what)}` });
  return wanted;
}

/** @param {string} kind @param {unknown} wanted @returns {never} */
function missing(kind, wanted) {
  throw objectNotFound(kind, String(wanted));
}

/** @param {Catalog} catalog @param {unknown} wanted @returns {import('@plinth/plugin').Trigger} */
export function findTrigger(catalog, wanted) {
  return find(catalog.triggers, given('trigger', wanted)) ?? missing('trigger', wanted);
}

/** @param {Catalog} catalog @param {unknown} wanted @returns {import('@plinth/plugin').Secret} */
export function findSecret(catalog, wanted) {
  return find(catalog.secrets, given('secret', wanted)) ?? missing('secret', wanted);
}

/** @param {Catalog} catalog @param {unknown} wanted @returns {import('@plinth/plugin').Workflow} */
export function findWorkflow(catalog, wanted) {
  const found = find(catalog.workflows, given('workflow', wanted));
  if (!found) throw workflowNotFound(String(wanted), names(catalog.workflows));
  return found;
}
