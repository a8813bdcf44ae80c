import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createDatabase } from '../../postgres/database/database.js';
import { sql } from '../../postgres/sql/index.js';
import { createTestDatabase } from '../../testing/index.js';
import { STARTER, createRounds } from './rounds.js';

const EVE = '00000000-0000-7000-8000-00000000000e';
const BOB = '00000000-0000-7000-8000-00000000000f';

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let connection;
/** @type {ReturnType<typeof createDatabase>} */
let db;
before(async () => {
  connection = await createTestDatabase();
  db = createDatabase(connection.connection);
  await db.query('create table queue (id int primary key, caused_by uuid, due_at timestamptz not null default now())');
});
after(async () => {
  await db?.close();
  await connection?.close();
});
beforeEach(() => db.query('delete from queue'));

/** @param {[number, string | null][]} runs */
const add = async (runs) => {
  for (const [id, by] of runs)
    await db.query({ text: 'insert into queue (id, caused_by) values ($1, $2)', values: [id, by] });
};

/** Takes what is next out of the queue. @param {ReturnType<typeof createRounds>} rounds @param {{ most?: number, isOutside?: boolean }} [options] */
function claim(rounds, { most = 1, isOutside } = {}) {
  const ask = async (/** @type {any} */ { whose, order }) =>
    (
      await db.query(sql`
        delete from queue where id in (select id from queue where ${whose} order by ${order}, id limit ${most}::int)
        returning ${STARTER} as starter, id`)
    ).rows;
  return rounds.next(ask, { isOutside });
}
const ids = (/** @type {any[]} */ rows) => rows.map(({ id }) => id).sort((a, b) => a - b);

describe('Y1: rounds of a queue', () => {
  it('take one run of each person in turn, however many one has started', async () => {
    await add([
      [1, EVE],
      [2, EVE],
      [3, EVE],
      [4, EVE],
      [5, BOB],
      [6, null],
      [7, BOB],
    ]);
    const rounds = createRounds();
    const order = [];
    for (let rows = await claim(rounds); rows.length > 0; rows = await claim(rounds)) order.push(...ids(rows));
    assert.deepEqual(order, [6, 1, 5, 2, 7, 3, 4]);
  });

  it('fill a batch with runs of others, and start the next one with another person', async () => {
    await add(Array.from({ length: 200 }, (_, i) => [i, EVE]));
    await add([[500, BOB]]);
    const rounds = createRounds();
    assert.equal((await claim(rounds, { most: 50 })).length, 50);
    assert.deepEqual(ids(await claim(rounds, { most: 50 })), [500]);
    assert.equal((await claim(rounds, { most: 50 })).length, 50);
  });

  it('keep a place free for others while two runs of one person reach outside', async () => {
    await add([
      [1, EVE],
      [2, EVE],
      [3, EVE],
      [4, BOB],
    ]);
    const rounds = createRounds();
    /** @type {(() => void)[]} */
    const ends = [];
    /** @type {Promise<void>[]} */
    const running = [];
    for (let i = 0; i < 2; i++) {
      const rows = await claim(rounds, { isOutside: true });
      running.push(rounds.during([{ starter: EVE }], () => new Promise((resolve) => ends.push(() => resolve()))));
      assert.equal(rows.length, 1);
    }
    const left = [];
    for (
      let rows = await claim(rounds, { isOutside: true });
      rows.length > 0;
      rows = await claim(rounds, { isOutside: true })
    )
      left.push(...rows);
    assert.ok(left.every(({ starter }) => starter === BOB));
    for (const end of ends) end();
    await Promise.all(running);
    assert.equal((await claim(rounds, { isOutside: true }))[0].starter, EVE);
  });
});
