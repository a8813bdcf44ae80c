import { namesWithin } from '@plinth/data';
import { mapReferences } from '@plinth/plugin';
import { plain } from '../../objects/references.js';

/** @import { Catalog, Table } from '@plinth/plugin' */
/** @import { App } from '../../types.d.ts' */

/** Where a field in a view's configuration determines which rows are read, and in which order. */
const DECIDES = /(^|\.|\/)(sort|where|filter|filters|group|groupBy)(\.|\/|$)/;

/**
 * Fields that views sort or filter by and that no index begins with.
 *
 * @param {App} app @param {Catalog} catalog @param {Table} table
 * @returns {{ fields: string[], views: string[] }[]}
 */
export function suggestedIndexes(app, catalog, table) {
  /** @type {Map<string, Set<string>>} */
  const wanted = new Map();
  for (const view of catalog.views) {
    mapReferences(
      { kind: 'view', body: plain(view) },
      { registry: app.registry, catalog },
      namesWithin(catalog, (reference) => {
        if (reference.kind !== 'field' || reference.table !== table.name || !DECIDES.test(reference.at)) return;
        if (!wanted.has(reference.name)) wanted.set(reference.name, new Set());
        wanted.get(reference.name)?.add(view.label || view.name);
      }),
    );
  }
  return [...wanted]
    .filter(([name]) => table.hasField(name) && !isIndexed(table, name))
    .map(([name, views]) => ({ fields: [name], views: [...views] }));
}

/** @param {Table} table @param {string} name */
function isIndexed(table, name) {
  const field = table.field(name);
  return (
    field.auto === 'id' ||
    (Boolean(field.formula) && !field.stored) ||
    field.unique ||
    field.traits.isLong ||
    field.traits.isMany ||
    table.indexes.some((index) => !index.kind && index.fields[0] === name) ||
    table.constraints.some((rule) => rule.kind === 'unique' && rule.fields[0] === name)
  );
}
