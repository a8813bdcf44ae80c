/** @import { App } from '../../../types.d.ts' */
/** @import { Actor } from '@plinth/plugin' */

/**
 * Names of the fields of a table that the caller may read.
 *
 * @param {App} app @param {Actor} actor @param {string} table
 * @returns {string[]}
 */
export function fieldNames(app, actor, table) {
  return app.data.rows.fields(actor, table).map((/** @type {{ name: string }} */ { name }) => name);
}
