import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
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
