import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { createData } from '../../create-data.js';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';
import { createTestDatabase } from '../../testing/index.js';
import { checkBackup, restoreBackup, tryRestore, writeBackup } from './index.js';
import { wholeState } from './testing/whole-state.js';

/** Of a table and its fields, long and short ones: small rows fill the gaps that large ones left behind. */
const description = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.integer({ min: 600, max: 3000 }).map((length) => 'long '.repeat(length / 5)),
);
const SETTINGS = [
  ["timezone = 'Asia/Kathmandu'", "datestyle = 'SQL, DMY'"],
  ["intervalstyle = 'sql_standard'", 'extra_float_digits = -3'],
  ["bytea_output = 'escape'", "timezone = 'America/St_Johns'"],
];
const site = fc.record({
  fields: fc.array(description, { minLength: 100, maxLength: 120 }),
  rows: fc.integer({ min: 1, max: 400 }),
  seed: fc.double({ min: -1, max: 1, noNaN: true }),
  settings: fc.constantFrom(...SETTINGS),
});

/** Numbers, times, JSON and texts of any size, some of them changed and deleted again, on pages that were made free. */
const VALUES = `
  create table if not exists app.values (
    id int primary key, real real, double double precision, number numeric, at timestamptz, took interval,
    day date, bytes bytea, json jsonb, list text[], word text)`;
const fill = (/** @type {number} */ rows) => `
  insert into app.values
  select i, random() / 3, case when i % 50 = 0 then 'NaN'::float8 when i % 51 = 0 then '-0'::float8 else random() * 1e300 end,
         round((random() * 1e6)::numeric, 6), now() - random() * interval '9 years', random() * interval '400 days',
         current_date - i, decode(md5(i::text), 'hex'), jsonb_build_object('zz', random(), 'a', array[i, null], 'Ä', 1.50),
         array['a', null, E'\\\\', E'x\\ny'], repeat(chr(65 + i % 60), case when i % 7 = 0 then 1900 else i % 30 end)
    from generate_series(1, ${rows}) i`;

describe('a backup that is compared with what it was made from', () => {
  /** @type {any} */
  let forum;
  /** @type {string} */
  let folder;
  let made = 0;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plinth-sets-'));
    forum = await createForum();
  });
  after(async () => {
    await forum?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** @param {any} connection @returns {Promise<{ file: string, tried: any }>} */
  async function backUp(connection) {
    const file = path.join(folder, `${++made}.tar.gz`);
    await writeBackup({ connection, dataDir: folder, file, plinth: '0.1.0' });
    return { file, tried: await tryRestore({ connection, superuser: { ...connection, user: 'postgres' }, file }) };
  }

  it('is equal whatever the site, and wherever PostgreSQL put its rows', async () => {
    await forum.data.db.query(VALUES);
    await fc.assert(
      fc.asyncProperty(site, async ({ fields, rows, seed, settings }) => {
        const { data, connection } = forum;
        const name = `wide_${++made}`;
        const described = fields.map((text, i) => ({ name: `f${i}`, type: 'text', description: text }));
        await data.edit(SYSTEM, 'add-table', { name, fields: described });
        await data.db.query(`select setseed(${seed})`);
        await data.db.query('delete from app.values');
        await run(connection, `vacuum app.values`, fill(rows), `vacuum plinth.objects`);
        await data.db.query(`update app.values set word = word || 'changed' where id % 3 = 0`);
        await data.db.query('delete from app.values where id % 5 = 0');
        for (const setting of settings) await run(connection, `alter database ${connection.database} set ${setting}`);
        const { file, tried } = await backUp(connection);
        assert.equal(tried.tried, true);
        assert.deepEqual(await restored(file), await wholeState(connection));
      }),
      { numRuns: 4 },
    );
  });

  it('is tried in the locale of its database: words that differ there are not equal', async () => {
    const database = `test_${process.pid}_locale`;
    const superuser = { ...forum.connection, user: 'postgres', database: 'postgres' };
    const connection = { ...forum.connection, database };
    await run(
      superuser,
      `create database ${database} owner ${connection.user} template template0
                            encoding 'UTF8' locale_provider libc lc_collate 'C' lc_ctype 'C'`,
    );
    try {
      const data = await createData({ connection, registry: forum.data.registry, dataDir: folder });
      await data.close();
      await run(connection, 'create table app.words (id int primary key, word text)');
      await run(connection, 'create unique index on app.words (lower(word))');
      await run(connection, `insert into app.words values (1, 'Ä'), (2, 'ä')`);
      assert.equal((await backUp(connection)).tried.tried, true);
    } finally {
      await run(superuser, `drop database ${database} with (force)`);
    }
  });

  /** The state of a database that a backup was restored into. @param {string} file */
  async function restored(file) {
    const place = await createTestDatabase();
    const into = await mkdtemp(path.join(folder, 'into-'));
    try {
      await restoreBackup({ connection: place.connection, dataDir: into, file, checked: await checkBackup({ file }) });
      const { registry } = forum.data;
      const data = await createData({ connection: place.connection, registry, dataDir: into });
      await data.close();
      return await wholeState(place.connection);
    } finally {
      await place.close();
    }
  }
});

/** @param {any} connection @param {readonly string[]} statements */
async function run(connection, ...statements) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
