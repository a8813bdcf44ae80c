import { join, resolve } from 'node:path';
import { divideMemory, leastMemoryMb } from '@plinth/data/memory';
import { AppError } from '@plinth/plugin';
import { Expected } from './readers.js';
import { SECRET_SETTINGS, SETTINGS } from './settings.js';

/** @import { Config } from '../../types.d.ts' */
/** @import { SettingName } from './settings.js' */

/**
 * Reads the server's configuration from environment variables. An empty variable counts as absent.
 *
 * @param {Record<string, string | undefined>} env
 * @returns {Config}
 * @throws {AppError} CONFIG_INVALID, naming every invalid variable, its value and what is expected
 */
export function readConfig(env) {
  /** @type {string[]} */
  const problems = [];
  /**
   * @template {SettingName} N, D
   * @param {N} name @param {D} fallback @returns {ReturnType<(typeof SETTINGS)[N]['read']> | D}
   */
  const read = (name, fallback) => {
    const text = env[name]?.trim();
    if (!text) return fallback;
    try {
      return /** @type {any} */ (SETTINGS[name].read(text));
    } catch (error) {
      if (!(error instanceof Expected)) throw error;
      const came = SECRET_SETTINGS.has(name) ? 'not usable' : JSON.stringify(text);
      problems.push(`${name} is ${came}: expected ${error.message}`);
      return fallback;
    }
  };

  const port = read('PORT', 3000);
  const host = read('HOST', '127.0.0.1');
  const dataDir = read('PLINTH_DATA', resolve('var'));
  const databaseUrl = read('DATABASE_URL', null);
  const workers = read('WORKERS', 1);
  const wantedMb = read('PLINTH_MEMORY', null);
  const leastMb = leastMemoryMb(workers);
  if (wantedMb !== null && wantedMb < leastMb)
    problems.push(`PLINTH_MEMORY is ${wantedMb} MB: expected at least ${leastMb} MB for ${workers} workers`);
  const config = {
    port,
    host,
    databaseUrl,
    dataDir,
    backupFolder: read('BACKUP_FOLDER', join(dataDir, 'backups')),
    backupPassphrase: read('BACKUP_PASSPHRASE', null),
    baseUrl: read('BASE_URL', `http://localhost:${port}`),
    workers,
    memory: divideMemory({ wantedMb, workers, hasDatabase: databaseUrl === null }),
    trustProxy: read('TRUST_PROXY', 0),
    visitorLimit: read('VISITOR_LIMIT', 120),
    logLevel: read('LOG_LEVEL', 'info'),
    metricsToken: read('METRICS_TOKEN', null),
    secretKey: read('PLINTH_SECRET_KEY', null),
    rowSecurity: read('ROW_SECURITY', 'off') === 'on',
    pageCache: read('PAGE_CACHE', 'on') === 'on',
  };
  if (problems.length > 0) throw configInvalid(problems);
  return config;
}

/** @param {string[]} problems */
const configInvalid = (problems) =>
  new AppError('CONFIG_INVALID', problems.join('; '), {
    hint: 'Correct the environment variable, or remove it to use the default. plinth --help lists all variables',
  });
