import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createDatabase } from '../database/index.js';
import { createTestDatabase } from '../../testing/index.js';
import { migrate } from './runner.js';

/** @type {string[]} */
const folders = [];
/** @type {{ close(): Promise<void> }[]} */
const open = [];
/** @type {URL} */
let folder;

/** A folder of migrations: name to SQL. @param {Record<string, string>} files */
async function folderWith(files) {
  const path = await mkdtemp(join(tmpdir(), 'plinth-migrations-'));
  folders.push(path);
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return pathToFileURL(`${path}/`);
}

async function newDatabase() {
  const place = await createTestDatabase();
  const db = createDatabase(place.connection);
  open.push({ close: async () => (await db.close(), await place.close()) });
  return { place, db };
}

before(async () => {
  folder = await folderWith({
    '0001_a.sql': 'create schema if not exists app; create table app.a (n int); insert into app.a values (1);',
    '0002_b.sql': 'update app.a set n = n + 1; create table app.b ();',
    '0003_c.js': 'export const migrate = async (client) => { await client.query("update app.a set n = n * 10"); };',
  });
});
after(async () => {
  for (const entry of open) await entry.close();
  for (const path of folders) await rm(path, { recursive: true });
});

describe('migrations', () => {
  it('run once each, in order', async () => {
    const { db } = await newDatabase();
    assert.deepEqual(await migrate(db, { folder }), ['0001_a', '0002_b', '0003_c']);
    assert.deepEqual(await migrate(db, { folder }), []);
    assert.deepEqual((await db.query('select n from app.a')).rows, [{ n: 20 }]);
  });

  it('may be built: they receive knex and a function that runs its builders', async () => {
    const { db } = await newDatabase();
    const built = await folderWith({
      '0001_a.js': `export const migrate = async (client, { k, run }) => {
        await run(k.schema.createSchema('app'));
        await run(k.schema.createTable('app.a', (table) => {
          table.integer('n').notNullable();
          table.text('name').index();
        }));
        await run(k('app.a').insert([{ n: 1, name: 'one' }, { n: 2, name: 'two' }]));
        const { rows } = await run(k('app.a').where('n', '>', 1).select('name'));
        await run('update app.a set n = 7');
        await run(k('app.a').where({ name: rows[0].name }).delete());
      };`,
    });
    assert.deepEqual(await migrate(db, { folder: built }), ['0001_a']);
    assert.deepEqual((await db.query('select n, name from app.a')).rows, [{ n: 7, name: 'one' }]);
  });

  it('of several processes at once run once', async () => {
    const { db, place } = await newDatabase();
    const other = createDatabase(place.connection);
    const ran = await Promise.all([migrate(db, { folder }), migrate(other, { folder }), migrate(db, { folder })]);
    await other.close();
    assert.equal(ran.flat().length, 3);
    assert.deepEqual((await db.query('select n from app.a')).rows, [{ n: 20 }]);
  });

  it('K12: refuse a database that a newer version made, in clear words', async () => {
    const { db } = await newDatabase();
    await migrate(db, { folder });
    const older = await folderWith({ '0001_a.sql': 'select 1' });
    await assert.rejects(migrate(db, { folder: older }), { code: 'DATABASE_NEWER', hint: /0002_b, 0003_c/ });
  });

  it('leave nothing of one that fails, and go on there next time', async () => {
    const { db } = await newDatabase();
    const broken = await folderWith({
      '0001_a.sql': 'create table plinth.x (n int)',
      '0002_b.sql': 'create table plinth.y (); select broken',
    });
    await assert.rejects(migrate(db, { folder: broken }), { code: 'MIGRATION_FAILED', message: /0002_b/ });
    assert.deepEqual(
      (await db.query(`select to_regclass('plinth.x') is null as x, to_regclass('plinth.y') is null as y`)).rows,
      [{ x: false, y: true }],
    );
    await writeFile(new URL('0002_b.sql', broken), 'create table plinth.y ()');
    assert.deepEqual(await migrate(db, { folder: broken }), ['0002_b']);
  });

  it('make the tables that docs/reference/tables.md explains, and no others', async () => {
    const { db } = await newDatabase();
    await migrate(db);
    const { rows } = await db.query(
      `select table_schema || '.' || table_name as name from information_schema.tables where table_schema like 'plinth%'`,
    );
    const page = await readFile(new URL('../../../../../docs/reference/tables.md', import.meta.url), 'utf8');
    const explained = [...page.matchAll(/^\| `(plinth\w*\.\w+)` \|/gm)].map(([, name]) => name);
    assert.deepEqual(explained.toSorted(), rows.map(({ name }) => name).toSorted());
    for (const row of page.match(/^\| `.*$/gm) ?? []) assert.match(row, /^(\| [^|]+ ){4}\|$/);
  });

  it('K12: killed at any statement of any of them, the next start completes', async () => {
    const real = new URL('./', import.meta.url);
    const copy = await folderWith({});
    await cp(real, copy, { recursive: true, filter: (path) => !path.endsWith('.test.js') });
    const { db: whole } = await newDatabase();
    const counted = killedAfter(whole, Infinity);
    await migrate(counted, { folder: copy });
    const expected = await tablesOf(whole);
    // The last two only give the lock and the settings back.
    const last = counted.sent() - 3;
    for (let n = 1; n <= last; n += Math.ceil(last / 5)) {
      const { db } = await newDatabase();
      await assert.rejects(migrate(killedAfter(db, n), { folder: copy }));
      await migrate(db, { folder: copy });
      assert.deepEqual(await tablesOf(db), expected, `killed after statement ${n}`);
    }
  });
});

/** A database whose connection is cut by the server after n statements. @param {any} db @param {number} n */
function killedAfter(db, n) {
  let sent = 0;
  return {
    ...db,
    sent: () => sent,
    client: (/** @type {any} */ work) =>
      db.client(async (/** @type {any} */ client) => {
        const { rows } = await client.query('select pg_backend_pid() as pid');
        const query = async (/** @type {any[]} */ ...args) => {
          if (sent++ === n) {
            // Waits until it is gone.
            await db.query(`select pg_terminate_backend(${rows[0].pid}, 10000)`);
          }
          return client.query(...args);
        };
        return work({ query });
      }),
  };
}

/** @param {any} db */
async function tablesOf(db) {
  const { rows } = await db.query(`
    select table_schema, table_name, column_name, data_type from information_schema.columns
     where table_schema like 'plinth%' order by 1, 2, 3`);
  return rows;
}
