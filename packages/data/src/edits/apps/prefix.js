/** @import { AppDocument, Catalog, Registry } from '@plinth/plugin' */
import { AppError, belongsToApps, phrase } from '@plinth/plugin';
import { LIMITS } from '../../catalog/limits/limits.js';
import { listsOf, objectsIn } from './document-parts.js';
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
  const lists = listsOf(context.registry).filter(({ key, kind }) => key === 'tables' || (kind && belongsToApps(kind)));
  const own = new Map(
    lists.map(({ key, kind }) => [kind?.name ?? 'table', new Set(objectsIn(document, key).map(({ name }) => name))]),
  );
  const mapped = mapDocument(document, context, ({ kind, name }) =>
    own.get(kind)?.has(name) ? prefix + name : undefined,
  );
  /** @template {{ name: string }} T @param {T} object */
  const named = (object) => ({ ...object, name: prefix + object.name });
  const label = ownLabel(document.app.label, prefix, context.catalog);
  return {
    ...mapped,
    app: { ...named(mapped.app), label },
    ...Object.fromEntries(
      lists.filter(({ key }) => key in mapped).map(({ key }) => [key, objectsIn(mapped, key).map(named)]),
    ),
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
