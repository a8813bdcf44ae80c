/** @import { Config } from '../../../types.d.ts' */
import { AppError } from '@plinth/plugin';
import { hasDatabase } from '@plinth/data/embedded';
import { knownSites } from './known-sites.js';

/**
 * Refuses a place where no site is, so that a command that reads or changes one never makes an empty one instead.
 *
 * @param {Config} config @param {Record<string, string | undefined>} env
 * @throws {AppError} SITE_NOT_FOUND
 */
export async function requireSite(config, env) {
  if (await hasDatabase(config)) return;
  const others = knownSites(env).filter(({ running, trusted }) => running && !trusted);
  const elsewhere = others.map(({ dataDir, owner }) => `${dataDir} (of user number ${owner})`);
  const where = config.databaseUrl ? 'in the database of DATABASE_URL' : `in ${config.dataDir}`;
  const running = elsewhere.length > 0 ? `. Running on this machine: ${elsewhere.join(', ')}` : '';
  throw new AppError('SITE_NOT_FOUND', `There is no site ${where}${running}`, {
    status: 404,
    hint: 'Nothing was made or changed. Say where it is: --data FOLDER, PLINTH_DATA or DATABASE_URL. A new one is made by plinth serve or plinth setup',
  });
}
