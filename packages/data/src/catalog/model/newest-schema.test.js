import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createDatabase } from '../../postgres/database/index.js';
import { createTestDatabase } from '../../testing/index.js';
import { withNewestSchema } from './newest-schema.js';

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;
/** @type {ReturnType<typeof createDatabase>} */
let db;
before(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.connection);
  await db.query('create table one (n int)');
  await db.query('create table two (n int)');
});
after(async () => {
  await db.close();
  await database.close();
});

/** @param {string[]} tables @param {() => Promise<void>} meanwhile */
const lockBoth = ([first, second], meanwhile) =>
  withNewestSchema(
    () =>
      db.transaction(async (tx) => {
        await tx.query(`lock table ${first} in share row exclusive mode`);
        await meanwhile();
        await tx.query(`lock table ${second} in share row exclusive mode`);
        await tx.query(`insert into ${second} values (1)`);
      }),
    undefined,
  );

describe('a transaction rolled back to resolve a deadlock', () => {
  it('is done once more, and once only', async () => {
    const arrived = Promise.withResolvers();
    let waiting = 0;
    const both = async () => {
      if (++waiting >= 2) arrived.resolve(undefined);
      await arrived.promise;
    };
    await Promise.all([lockBoth(['one', 'two'], both), lockBoth(['two', 'one'], both)]);
    assert.ok(waiting > 2, 'one of them was tried again');
    const { rows } = await db.query('select (select count(*) from one) as one, (select count(*) from two) as two');
    assert.deepEqual({ ...rows[0] }, { one: 1, two: 1 });
  });
});
