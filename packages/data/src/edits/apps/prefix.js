/** @import { AppDocument, Catalog, Registry } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';
import { LIMITS } from '../../catalog/limits/limits.js';
import { mapDocument } from './map-document.js';

const PREFIX = new RegExp(`^[a-z][a-z0-9_]{0,${LIMITS.prefixCharacters - 1}}$`);

/**
 * Puts a prefix before the name of the app and of each of its tables, views and pages, and updates all references.
 *
 * @param {AppDocument} document
 * @param {string} prefix such as "sales_"
 * @param {{ catalog: Catalog, registry: Registry }} context
 * @returns {AppDocument}
 * @throws {AppError} APP_PREFIX_INVALID
 */
export function withPrefix(document, prefix, context) {
  if (!PREFIX.test(prefix)) {
    throw new AppError('APP_PREFIX_INVALID', phrase`"${prefix}" can't be used as a prefix for names`, {
      status: 422,
      hint: phrase`Use lower-case letters, digits and _, starting with a letter, at most ${LIMITS.prefixCharacters} characters, such as sales_`,
    });
  }
  const own = {
    table: new Set(document.tables.map((table) => table.name)),
    view: new Set(document.views.map((view) => view.name)),
    page: new Set(document.pages.map((page) => page.name)),
    piece: new Set((document.pieces ?? []).map((piece) => piece.name)),
    workflow: new Set((document.workflows ?? []).map((one) => one.name)),
    mail: new Set((document.mails ?? []).map((one) => one.name)),
    function: new Set((document.functions ?? []).map((one) => one.name)),
  };
  const mapped = mapDocument(document, context, ({ kind, name }) =>
    kind in own && own[/** @type {keyof typeof own} */ (kind)].has(name) ? prefix + name : undefined,
  );
  /** @template {{ name: string }} T @param {T} object */
  const named = (object) => ({ ...object, name: prefix + object.name });
  const label = ownLabel(document.app.label, prefix, context.catalog);
  return {
    ...mapped,
    app: { ...named(mapped.app), label },
    tables: mapped.tables.map(named),
    views: mapped.views.map(named),
    pages: mapped.pages.map(named),
    ...(mapped.pieces && { pieces: mapped.pieces.map(named) }),
    ...(mapped.triggers && { triggers: mapped.triggers.map(named) }),
    ...(mapped.workflows && { workflows: mapped.workflows.map(named) }),
    ...(mapped.functions && { functions: mapped.functions.map(named) }),
    ...(mapped.mails && { mails: mapped.mails.map(named) }),
    rows: Object.fromEntries(Object.entries(mapped.rows ?? {}).map(([table, rows]) => [prefix + table, rows])),
    comments: Object.fromEntries(Object.entries(mapped.comments ?? {}).map(([table, list]) => [prefix + table, list])),
  };
}

/**
 * Two copies of an app need different labels, above all in the menu.
 *
 * @param {string} label @param {string} prefix @param {Catalog} catalog
 */
function ownLabel(label, prefix, { apps }) {
  if (!apps.some((app) => app.label === label)) return label;
  const words = prefix.replaceAll('_', ' ').trim();
  return words ? `${label} (${words})` : label;
}
