/** @import { Actor } from '@plinth/plugin' */
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../../core-plugin.js';
import { createData } from '../../../create-data.js';
import { createTestDatabase } from '../../../testing/index.js';
import { testViews } from './test-views.js';

/** @type {Actor} */
export const admin = { userId: null, roles: ['admin', 'staff', 'user', 'public'], system: false };

/**
 * A new site for tests of edits: real database, core's field types, small view templates.
 *
 * @param {readonly import('@plinth/plugin').Plugin[]} plugins further ones
 */
export async function openSite(...plugins) {
  const registry = createRegistry([dataPlugin, testViews, ...plugins]);
  const place = await createTestDatabase({
    migrate: async (connection) => (await createData({ connection, registry })).close(),
  });
  const open = () => createData({ connection: place.connection, registry });
  const data = await open();
  /** @param {string} text */
  const rows = async (text) => (await data.db.query(text)).rows;
  return {
    data,
    place,
    connection: place.connection,
    registry,
    open,
    rows,
    /** @param {string} name @param {any} input @param {any} [options] */
    edit: (name, input, options) => data.edit(admin, name, input, options),
    /** A table with one text field and whatever else is needed. @param {string} name @param {any[]} [fields] */
    table: (name, fields = []) =>
      data.edit(admin, 'add-table', { name, auto: [], fields: [{ name: 'title', type: 'text' }, ...fields] }),
    async close() {
      await data.close();
      await place.close();
    },
  };
}
