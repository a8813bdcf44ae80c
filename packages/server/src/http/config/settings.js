import { availableParallelism } from 'node:os';
import { leastMemoryMb } from '@plinth/data/memory';
import {
  folder,
  hostName,
  integer,
  memory,
  oneOf,
  origin,
  passphrase,
  postgresUrl,
  secretKey,
  secretText,
  wordOr,
} from './readers.js';

export const LOG_LEVELS = /** @type {const} */ (['debug', 'info', 'warn', 'error']);

/**
 * One variable of the environment. `missing` says what applies without it; a secret is never shown, nor written to a file.
 *
 * @template T
 * @typedef {{ read: import('./readers.js').Reader<T>, meaning: string, missing: string, secret?: boolean }} Setting
 */

/** @template T @param {Setting<T>} setting */
const setting = (setting) => Object.freeze(setting);

/** Every setting: read-config.js checks them, `plinth --help` lists them, and commands ask a running server for its own. */
export const SETTINGS = Object.freeze({
  PORT: setting({ read: integer({ min: 0, max: 65535 }), missing: '3000', meaning: 'port to listen on (0: any)' }),
  HOST: setting({ read: hostName, missing: '127.0.0.1', meaning: 'address to listen on' }),
  DATABASE_URL: setting({
    read: postgresUrl,
    missing: 'a PostgreSQL of its own',
    meaning: 'postgres://user:password@host:port/database of your own PostgreSQL',
    secret: true,
  }),
  PLINTH_DATA: setting({ read: folder, missing: './var', meaning: 'folder for the database, files and plugins' }),
  BACKUP_FOLDER: setting({ read: folder, missing: 'PLINTH_DATA/backups', meaning: 'folder for backups' }),
  BACKUP_PASSPHRASE: setting({
    read: passphrase({ min: 10 }),
    missing: 'not encrypted',
    meaning: 'encrypts backups',
    secret: true,
  }),
  BASE_URL: setting({ read: origin, missing: 'http://localhost:PORT', meaning: 'address that people type' }),
  WORKERS: setting({
    read: wordOr('auto', availableParallelism, integer({ min: 1, max: 256 })),
    missing: '1',
    meaning: 'processes that answer requests, or "auto": one per core',
  }),
  PLINTH_MEMORY: setting({
    read: memory({ min: leastMemoryMb(1) }),
    missing: 'that of the machine or container',
    meaning: 'memory for everything together, in MB or as 2GB: processes, caches, functions, database',
  }),
  TRUST_PROXY: setting({
    read: integer({ min: 0, max: 16 }),
    missing: '0',
    meaning: 'how many of your own proxies are in front of Plinth',
  }),
  VISITOR_LIMIT: setting({
    read: integer({ min: 0, max: 1_000_000 }),
    missing: '120',
    meaning: 'submissions per minute from one address without login (0: no limit)',
  }),
  LOG_LEVEL: setting({ read: oneOf(LOG_LEVELS), missing: 'info', meaning: LOG_LEVELS.join(', ') }),
  ROW_SECURITY: setting({
    read: oneOf(['on', 'off']),
    missing: 'off',
    meaning: 'on: PostgreSQL enforces the rights on rows as well',
  }),
  PAGE_CACHE: setting({
    read: oneOf(['on', 'off']),
    missing: 'on',
    meaning: 'off: pages are rendered again for each request',
  }),
  PLINTH_SECRET_KEY: setting({
    read: secretKey,
    missing: 'PLINTH_DATA/secret.key',
    meaning: 'key that secrets are encrypted with (openssl rand -hex 32)',
    secret: true,
  }),
  METRICS_TOKEN: setting({
    read: secretText({ min: 16 }),
    missing: 'only this machine and admins',
    meaning: 'gives access to /metrics',
    secret: true,
  }),
  PLINTH_SITES: setting({
    read: folder,
    missing: '/run/plinth or /tmp/plinth-UID',
    meaning: 'folder where a server notes which site it runs, for commands',
  }),
});

/** @typedef {keyof typeof SETTINGS} SettingName */

export const SETTING_NAMES = /** @type {SettingName[]} */ (Object.keys(SETTINGS));

/** Never shown in messages, since they may contain secrets. */
export const SECRET_SETTINGS = new Set(
  SETTING_NAMES.filter((name) => /** @type {Setting<unknown>} */ (SETTINGS[name]).secret),
);
