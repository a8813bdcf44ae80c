import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { codeOf, dataFolderUnusable } from './errors.js';
import { connectExternal } from './external.js';

/**
 * Whether a data folder has a built-in database.
 *
 * @param {string} dataDir
 * @throws {import('@plinth/plugin').AppError} DATA_NOT_WRITABLE if we may not look
 */
export function hasOwnDatabase(dataDir) {
  try {
    accessSync(dataDir, constants.R_OK | constants.X_OK);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false;
    throw dataFolderUnusable(dataDir, error);
  }
  return existsSync(join(dataDir, 'postgres'));
}

/**
 * Whether Plinth has ever used a database. Nothing is made.
 *
 * @param {{ databaseUrl?: string | null, dataDir: string }} config
 */
export async function hasDatabase({ databaseUrl, dataDir }) {
  if (!databaseUrl) return hasOwnDatabase(dataDir);
  const client = new pg.Client(await connectExternal(databaseUrl));
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query(`select to_regclass('plinth.migrations') is not null as used`);
    return /** @type {boolean} */ (rows[0].used);
  } finally {
    await client.end();
  }
}
