import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { createDatabase } from '../database/index.js';
import { SUPERUSER } from '../database/embedded/cluster.js';
import { ident, sql } from '../sql/index.js';
import { createTestDatabase } from '../../testing/index.js';
import { migrate } from './runner.js';
import { renewTextOrder } from './text-order.js';

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let place;
/** @type {ReturnType<typeof createDatabase>} */
let db;
const log = { debug() {}, info() {}, warn() {}, error() {} };

before(async () => {
  place = await createTestDatabase();
  db = createDatabase(place.connection);
});
after(async () => {
  await db.close();
  await place.close();
});

/** As if the indexes had been built by another ICU. @param {string} version */
async function pretendVersion(version) {
  const admin = new pg.Client({ ...place.connection, user: SUPERUSER });
  await admin.connect();
  await admin.query('update pg_collation set collversion = $1 where oid = $2::regcollation', [
    version,
    'plinth.text_order',
  ]);
  await admin.end();
}

describe('the order of texts', () => {
  it('is nothing to care for before the first migration', async () => {
    assert.deepEqual(await renewTextOrder(db, log), []);
  });

  it('is given to tables that were made before it', async () => {
    const earlier = await mkdtemp(join(tmpdir(), 'plinth-migrations-'));
    const filter = (/** @type {string} */ path) =>
      !/test|text-order/.test(path) && !(Number.parseInt(basename(path), 10) >= 50);
    await cp(new URL('./', import.meta.url), earlier, { recursive: true, filter });
    await migrate(db, { folder: pathToFileURL(`${earlier}/`) });
    await rm(earlier, { recursive: true });
    await db.query('create table app.things (id int, name text unique, words text[], "odd name" text not null)');
    await db.query(`insert into app.things (name, "odd name") values ('Zebra', ''), ('apple', '')`);
    await db.query('insert into plinth.users (name, email) select name, name from app.things');

    assert.ok((await migrate(db)).includes('0050_text_order'));
    for (const table of ['app.things', 'plinth.users']) {
      const { rows } = await db.query(sql`select name from ${ident(...table.split('.'))} order by name`);
      assert.deepEqual(
        rows.map(({ name }) => name),
        ['apple', 'Zebra'],
      );
    }
  });

  it('is built again in the indexes when the server sorts otherwise than it did', async () => {
    await pretendVersion('1');
    const [one, other] = await Promise.all([renewTextOrder(db, log), renewTextOrder(db, log)]);
    assert.ok([...one, ...other].includes('things_name_key'));
    assert.ok(one.length === 0 || other.length === 0, 'only one of two processes does it');
    assert.deepEqual(await renewTextOrder(db, log), []);
  });
});
