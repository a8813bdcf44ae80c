import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createDatabase } from '../database/index.js';
import { createTestDatabase } from '../../testing/index.js';
import { migrate } from './runner.js';
import { useServerUuids } from './server-uuids.js';

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let place;
/** @type {ReturnType<typeof createDatabase>} */
let db;

before(async () => {
  place = await createTestDatabase();
  db = createDatabase(place.connection);
});
after(async () => {
  await db.close();
  await place.close();
});

const INSERT = `insert into plinth.row_history (table_id, row_key, operation)
  select '00000000-0000-7000-8000-000000000000', i::text, 'insert' from generate_series(1, 5) i`;

/** Whether the planner puts the server's function in place of ours. */
async function isInlined() {
  const { rows } = await db.query({ text: `explain (verbose) ${INSERT}`, values: [] });
  return rows.some((row) => row['QUERY PLAN'].includes(' uuidv7()'));
}

/** Whether the server can make them, as PostgreSQL 18 does. */
const isAble = async () =>
  (await db.query(`select to_regprocedure('pg_catalog.uuidv7()') is not null as able`)).rows[0].able;

/** @param {boolean} has */
const asIfServer = (has) => db.client((client) => useServerUuids(client, { has }));

describe('ids made by the database', () => {
  it('are left alone before the first migration', async () => {
    await db.client((client) => useServerUuids(client));
    assert.equal((await db.query(`select to_regprocedure('plinth.uuid_v7()') as f`)).rows[0].f, null);
  });

  it('come from the server where it can make them', async () => {
    await migrate(db);
    assert.equal(await isInlined(), await isAble());
  });

  it('come from Plinth on an older server, whatever the database was copied from', async () => {
    await asIfServer(false);
    assert.equal(await isInlined(), false);
    await db.query({ text: INSERT, values: [] });
  });

  it('keep the order in which rows were written when the way changes', async (t) => {
    if (!(await isAble())) return t.skip('before PostgreSQL 18 there is one way');
    await asIfServer(true);
    assert.equal(await isInlined(), true);
    await db.query({ text: INSERT, values: [] });
    const { rows } = await db.query('select id::text, row_key from plinth.row_history order by id');
    assert.deepEqual(
      rows.map((row) => row.row_key),
      ['1', '2', '3', '4', '5', '1', '2', '3', '4', '5'],
    );
    for (const { id } of rows) assert.match(id, /^.{14}7.{4}[89ab]/);
  });
});
