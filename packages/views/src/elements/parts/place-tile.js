/** @import { Element, ElementCompiler } from '@plinth/plugin' */

/**
 * A tile is a number view that belongs to its element alone.
 *
 * @type {Element['compile']}
 */
export function placeTile({ id, settings: { table, title, ...config } }, c) {
  const label = title ? c.t(title) : c.catalog.table(table).label;
  return c.place({ name: `tile-${id}`, label, template: 'number', table, config });
}
