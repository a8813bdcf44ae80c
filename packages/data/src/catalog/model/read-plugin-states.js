/** @import { PluginState } from '@plinth/plugin' */
/** @import { Connection } from '../../postgres/database/connect.js' */
import { connect } from '../../postgres/database/connect.js';

/**
 * Reads the states of plugins before the Catalog is built, because building it requires all definitions. A new database
 * has none.
 *
 * @param {Connection} connection
 * @returns {Promise<Omit<PluginState, 'id'>[]>}
 */
export async function readPluginStates(connection) {
  const client = await connect(connection, { onLost: () => {} });
  try {
    const { rows: found } = await client.query(`select to_regclass('plinth.objects') is not null as there`);
    if (!found[0].there) return [];
    const { rows } = await client.query(`select name, body from plinth.objects where kind = 'plugin' order by name`);
    return rows.map(({ name, body }) => ({
      name,
      enabled: body.enabled !== false,
      version: body.version ?? null,
      integrity: body.integrity ?? null,
      contents: body.contents ?? null,
      config: body.config ?? {},
    }));
  } finally {
    await client.end();
  }
}
