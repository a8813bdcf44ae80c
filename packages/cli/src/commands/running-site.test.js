import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createTestDatabase } from '@plinth/server/testing';
import pg from 'pg';
import { ownServers } from '../testing/own-servers.js';

const own = ownServers('running', { PLINTH_DATA: undefined });
const at = (/** @type {string} */ name) => join(own.folder, name);
const plinth = (/** @type {string[]} */ ...args) => own.plinth(args);
/** In a process of its own, whose folder it looks in. @param {RegExp} message @param {string[]} args */
const failed = (message, ...args) => assert.rejects(plinth(...args), { message });
/** @param {RegExp} message @param {string[]} args */
const refused = async (message, ...args) => assert.match(await own.refused(args), message);
const infoOf = async (/** @type {string[]} */ ...args) => JSON.parse(await plinth('info', '--json', ...args));

/** A setting of the database that the service has started. @param {string} name */
async function setting(name) {
  const { connection } = JSON.parse(readFileSync(join(at('service'), 'postgres.json'), 'utf8'));
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query('select current_setting($1) as value', [name]);
  await client.end();
  return rows[0].value;
}

describe('commands without PLINTH_DATA', () => {
  /** @type {any} */
  let database;
  /** @type {Awaited<ReturnType<typeof own.serve>>} */
  let service;
  /** @type {Awaited<ReturnType<typeof own.serve>>} */
  let second;
  after(async () => {
    own.close();
    await database?.close();
  });

  it('name the folder they looked in if there is no site, and make none', async () => {
    for (const args of [['backup'], ['invite'], ['restore', 'site.tar.gz', '--yes']])
      await failed(new RegExp(`There is no site in ${at('var')}.*SITE_NOT_FOUND.*\n.*--data`), ...args);
    await failed(/There is no site in .*nowhere/, 'backup', '--data', at('nowhere'));
    assert.deepEqual([existsSync(at('var')), existsSync(at('nowhere'))], [false, false]);
  });

  it('start no server with memory that it can’t run with', async () => {
    for (const PLINTH_MEMORY of ['0', '255', 'much'])
      await assert.rejects(own.plinth(['serve', '--port', '0'], { env: { PLINTH_MEMORY, PLINTH_DATA: at('var') } }), {
        message: new RegExp(
          `PLINTH_MEMORY is "${PLINTH_MEMORY}": expected at least 256 MB, such as 512 or 2GB.*CONFIG_INVALID`,
        ),
      });
    assert.equal(existsSync(at('var')), false);
  });

  it('work on the site whose server runs on this machine, with its settings', async () => {
    service = await own.serve({ PLINTH_DATA: at('service'), BACKUP_FOLDER: 'kept', PLINTH_MEMORY: '600MB' });
    await plinth('setup', 'ada@example.com');
    const { dataDir, memory } = await infoOf();
    assert.deepEqual([dataDir, memory.mb, memory.wantedMb], [at('service'), 600, 600]);
    assert.match(
      await plinth('info'),
      /^Memory {6}600 of \d+ MB \(PLINTH_MEMORY\): 281 MB each worker with 38 MB of pages/m,
    );
    assert.equal(await setting('shared_buffers'), '75MB');
    const { file } = JSON.parse(await plinth('backup', '--no-test', '--json'));
    assert.ok(file.startsWith(`${at('kept')}/`), file);
    await refused(/RESTORE_SERVER_RUNNING/, 'restore', file, '--replace', '--yes');
    assert.equal(existsSync(at('var')), false);
  });

  it('reach the database of DATABASE_URL through the environment of the server, which is written nowhere', async () => {
    database = await createTestDatabase();
    // A restore knows the server by its own name, whatever the URL calls it.
    const url = new URL(database.url);
    url.searchParams.set('application_name', 'crm');
    const given = { PLINTH_DATA: at('external'), DATABASE_URL: url.href, METRICS_TOKEN: 'token-of-the-metrics' };
    second = await own.serve(given);
    const { database: found } = await infoOf('--data', at('external'));
    assert.equal(found.kind, 'external');
    assert.equal(existsSync(at('external/postgres')), false);
    const [file] = readdirSync(at('kept'));
    const restore = ['restore', at(`kept/${file}`), '--replace', '--yes', '--data', at('external')];
    await refused(/Plinth is running on this database.*RESTORE_SERVER_RUNNING.*\n.*Stop the server/, ...restore);
  });

  it('ask which one is meant if several run', async () => {
    await refused(new RegExp(`${at('service')} \\(http.*SITE_SEVERAL.*\n.*--data`, 's'), 'backup');
    assert.equal((await infoOf('--data', at('service'))).dataDir, at('service'));
    await second.stop();
    await refused(/started with DATABASE_URL.*SITE_SETTINGS_MISSING/, 'info', '--data', at('external'));
    rmSync(at('external'), { recursive: true });
  });

  it('find it when it was stopped, as a restore wants it', async () => {
    await service.stop();
    const [name] = readdirSync(at('kept'));
    await plinth('restore', at(`kept/${name}`), '--replace', '--yes');
    assert.equal((await infoOf()).dataDir, at('service'));
    assert.equal(existsSync(at('var')), false);
  });
});
