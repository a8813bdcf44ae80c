import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError } from '@plinth/plugin';
import {
  Expected,
  hostName,
  integer,
  oneOf,
  origin,
  passphrase,
  postgresUrl,
  secretKey,
  secretText,
  wordOr,
} from './readers.js';

/** @import { Config } from '../types.d.ts' */
/** @import { Reader } from './readers.js' */

export const LOG_LEVELS = /** @type {const} */ (['debug', 'info', 'warn', 'error']);

/** Never shown in messages, since they may contain secrets. */
export const SECRET_SETTINGS = new Set(['DATABASE_URL', 'METRICS_TOKEN', 'BACKUP_PASSPHRASE', 'PLINTH_SECRET_KEY']);

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
  /** @template T, D @param {string} variable @param {Reader<T>} reader @param {D} fallback @returns {T | D} */
  const read = (variable, reader, fallback) => {
    const text = env[variable]?.trim();
    if (!text) return fallback;
    try {
      return reader(text);
    } catch (error) {
      if (!(error instanceof Expected)) throw error;
      const came = SECRET_SETTINGS.has(variable) ? 'not usable' : JSON.stringify(text);
      problems.push(`${variable} is ${came}: expected ${error.message}`);
      return fallback;
    }
  };

  const port = read('PORT', integer({ min: 0, max: 65535 }), 3000);
  const host = read('HOST', hostName, '127.0.0.1');
  const dataDir = resolve(read('PLINTH_DATA', String, 'var'));
  const config = {
    port,
    host,
    databaseUrl: read('DATABASE_URL', postgresUrl, null),
    dataDir,
    backupFolder: resolve(read('BACKUP_FOLDER', String, join(dataDir, 'backups'))),
    backupPassphrase: read('BACKUP_PASSPHRASE', passphrase({ min: 10 }), null),
    baseUrl: read('BASE_URL', origin, `http://localhost:${port}`),
    workers: read('WORKERS', wordOr('auto', availableParallelism, integer({ min: 1, max: 256 })), 1),
    trustProxy: read('TRUST_PROXY', integer({ min: 0, max: 16 }), 0),
    visitorLimit: read('VISITOR_LIMIT', integer({ min: 0, max: 1_000_000 }), 120),
    logLevel: read('LOG_LEVEL', oneOf(LOG_LEVELS), 'info'),
    metricsToken: read('METRICS_TOKEN', secretText({ min: 16 }), null),
    secretKey: read('PLINTH_SECRET_KEY', secretKey, null),
    rowSecurity: read('ROW_SECURITY', oneOf(['on', 'off']), 'off') === 'on',
    pageCache: read('PAGE_CACHE', oneOf(['on', 'off']), 'on') === 'on',
  };
  if (problems.length > 0) throw configInvalid(problems);
  return config;
}

/** @param {string[]} problems */
const configInvalid = (problems) =>
  new AppError('CONFIG_INVALID', problems.join('; '), {
    hint: 'Correct the environment variable, or remove it to use the default. docs/reference/configuration.md lists all variables',
  });
