/** @import { Catalog, EmbeddedView } from '@plinth/plugin' */

/**
 * The parent fields of a table in this app: fields by which some view embeds its rows below another row, or by which a
 * link leads to one of its forms. Only these may be set by the address of a form that leaves them out.
 *
 * @param {Catalog} catalog @param {(view: string) => readonly EmbeddedView[]} embedsOf
 * @returns {(table: string) => ReadonlySet<string>} names of its fields
 */
export function createParents(catalog, embedsOf) {
  /** @type {Map<string, Set<string>>} */
  const known = new Map();

  /** @param {string} table */
  const find = (table) => {
    /** @type {Set<string>} */
    const fields = new Set();
    for (const { name, config } of catalog.views) {
      // Compiling is only worth it if the relation is mentioned at all.
      if (JSON.stringify(config).includes(`"${table}.`)) {
        for (const { relation } of embedsOf(name)) {
          if (relation.kind === 'child' && relation.relation.startsWith(`${table}.`)) {
            fields.add(relation.relation.slice(table.length + 1));
          }
        }
      }
      noteLinks(config, table, fields);
    }
    for (const { layout } of catalog.pages) noteLinks(layout, table, fields);
    return fields;
  };

  /**
   * Values that links to a form of the table carry.
   *
   * @param {unknown} part
   * @param {string} table
   * @param {Set<string>} fields
   */
  const noteLinks = (part, table, fields) => {
    if (typeof part !== 'object' || part === null) return;
    const { view, values } = /** @type {{ view?: unknown, values?: unknown }} */ (part);
    if (
      typeof view === 'string' &&
      Array.isArray(values) &&
      catalog.hasView(view) &&
      catalog.view(view).table === table
    )
      for (const { name } of values) if (typeof name === 'string') fields.add(name.replace(`${table}.`, ''));
    for (const inner of Object.values(part)) noteLinks(inner, table, fields);
  };

  return (table) => {
    let found = known.get(table);
    if (!found) known.set(table, (found = find(table)));
    return found;
  };
}
