import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { divideMemory } from '@plinth/data/memory';
import { readConfig } from './read-config.js';

/** @param {Record<string, string>} env @param {RegExp} message */
const refused = (env, message) => assert.throws(() => readConfig(env), { code: 'CONFIG_INVALID', message });

describe('readConfig', () => {
  it('needs nothing', () => {
    assert.deepEqual(readConfig({}), {
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      dataDir: resolve('var'),
      backupFolder: resolve('var/backups'),
      backupPassphrase: null,
      baseUrl: 'http://localhost:3000',
      workers: 1,
      memory: divideMemory(),
      trustProxy: 0,
      visitorLimit: 120,
      logLevel: 'info',
      metricsToken: null,
      rowSecurity: false,
      secretKey: null,
      pageCache: true,
    });
  });

  it('reads what is set, and takes empty for absent', () => {
    const config = readConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgres://me@db/app',
      PLINTH_DATA: '/srv/plinth',
      BASE_URL: 'https://tools.example.com/',
      WORKERS: '4',
      TRUST_PROXY: '1',
      LOG_LEVEL: '',
    });
    assert.equal(config.port, 8080);
    assert.equal(config.baseUrl, 'https://tools.example.com');
    assert.equal(config.workers, 4);
    assert.equal(config.logLevel, 'info');
  });

  it('divides PLINTH_MEMORY, as a number of MB or with its unit, and refuses what nothing can run with', () => {
    const memoryOf = (/** @type {Record<string, string>} */ env) => readConfig(env).memory?.mb;
    assert.equal(memoryOf({ PLINTH_MEMORY: '512' }), 512);
    assert.equal(memoryOf({ PLINTH_MEMORY: ' 512 MB ' }), 512);
    assert.equal(memoryOf({ PLINTH_MEMORY: '1g' }), 1024);
    assert.equal(memoryOf({ PLINTH_MEMORY: '' }), divideMemory().mb);
    // In bytes it is a mistake, too.
    for (const text of ['0', '-512', '255', 'much', '512.5', '512KB', '1e3', '0x200', 'Infinity', '536870912']) {
      const expected = 'expected at least 256 MB, such as 512 or 2GB';
      refused({ PLINTH_MEMORY: text }, new RegExp(`^PLINTH_MEMORY is "${text}": ${expected}$`));
    }
    assert.equal(memoryOf({ PLINTH_MEMORY: '99999999' }), divideMemory().mb, 'no more than there is');
    refused(
      { PLINTH_MEMORY: '512', WORKERS: '3' },
      /^PLINTH_MEMORY is 512 MB: expected at least 768 MB for 3 workers$/,
    );
    assert.equal(memoryOf({ PLINTH_MEMORY: '768', WORKERS: '3' }), 768);
  });

  it('leaves the part of a PostgreSQL that runs elsewhere to the server', () => {
    const databaseUrl = 'postgres://me@db/app';
    const own = readConfig({ PLINTH_MEMORY: '512' }).memory;
    const other = readConfig({ PLINTH_MEMORY: '512', DATABASE_URL: databaseUrl }).memory;
    assert.equal(own?.worker.mb, 240);
    assert.equal(other?.worker.mb, 307);
  });

  it('counts the cores for WORKERS=auto', () => {
    assert.equal(readConfig({ WORKERS: 'auto' }).workers, availableParallelism());
  });

  it('names the variable, what came and what is expected', () => {
    refused({ PORT: '80a' }, /^PORT is "80a": expected a whole number from 0 to 65535$/);
    refused({ PORT: '70000' }, /PORT/);
    refused({ PORT: '-1' }, /PORT/);
    refused({ WORKERS: 'many' }, /^WORKERS is "many": expected a whole number from 1 to 256, or "auto"$/);
    refused({ WORKERS: '0' }, /WORKERS/);
    refused({ LOG_LEVEL: 'loud' }, /expected one of debug, info, warn, error/);
    refused({ BASE_URL: 'tools.example.com' }, /BASE_URL/);
    refused({ BASE_URL: 'https://example.com/tools' }, /without a path/);
    refused({ TRUST_PROXY: 'yes' }, /TRUST_PROXY/);
    refused({ HOST: 'local host' }, /HOST/);
  });

  it('names every wrong variable at once', () => {
    refused({ PORT: 'x', LOG_LEVEL: 'y' }, /PORT.*LOG_LEVEL/);
  });

  it('does not print a database URL, which may hold a password', () => {
    refused({ DATABASE_URL: 'mysql://me:secret@db/app' }, /^DATABASE_URL is not usable: expected postgres:/);
  });
});
