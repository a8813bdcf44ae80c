import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { rightsKey } from '../../../rules/rights/index.js';
import { until } from '../../../testing/index.js';
import { createTwins, take } from './testing/twins.js';

/** @import { Side, Step } from './testing/twins.js' */

/** @type {import('./testing/twins.js').Twins} */
let twins;
const RUNS = 50;

before(async () => {
  twins = await createTwins();
});
after(() => twins?.close());

const actors = fc.constantFrom('visitor', 'ada', 'ben', 'reader', 'staff', 'admin', 'system');
const target = fc.nat({ max: 9 });
const values = fc.record(
  {
    name: fc.constantFrom('a', 'b', 'row 1', 'row 4', '', 'x'.repeat(300)),
    author: fc.constantFrom('ada', 'ben', null, 'nobody'),
    size: fc.constantFrom(1, 2, 7, -1, 'much', null),
    topic: fc.constantFrom('ada', 'ben', null),
    updated_by: fc.constantFrom('ada'),
    nonsense: fc.constant(1),
  },
  { requiredKeys: [] },
);
const usual = fc.record({ name: fc.string({ minLength: 1, maxLength: 8 }), size: fc.constant(1) });
const step = fc.oneof(
  fc.record({ kind: fc.constant('insert'), actor: actors, values: fc.oneof(values, usual) }),
  fc.record({ kind: fc.constant('update'), actor: actors, target, values: fc.oneof(values, usual) }),
  fc.record({ kind: fc.constantFrom('remove', 'get'), actor: actors, target }),
);
const waves = fc.array(fc.array(/** @type {fc.Arbitrary<any>} */ (step), { minLength: 4, maxLength: 24 }), {
  minLength: 1,
  maxLength: 3,
});

describe('concurrent calls', () => {
  it('Z2, Z3, Z4, Z10: end as the same calls one after the other, errors, rows and history', async () => {
    await fc.assert(
      fc.asyncProperty(waves, async (plan) => {
        const keys = await twins.restart();
        for (const wave of plan) {
          const steps = comparable(wave.map(named), await namesHeld(keys.alone));
          const together = await Promise.allSettled(steps.map((one) => take(twins, 'together', keys.together, one)));
          const alone = [];
          for (const one of steps) {
            const [outcome] = await Promise.allSettled([take(twins, 'alone', keys.alone, one)]);
            alone.push(outcome);
          }
          for (const [i, one] of steps.entries()) {
            assert.deepEqual(told('together', together[i], keys), told('alone', alone[i], keys), JSON.stringify(one));
            remember(keys, one, together[i], alone[i]);
          }
        }
        assert.deepEqual(await stored('together', keys), await stored('alone', keys));
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });
});

/** People and topics by name in a step become their keys. @param {any} step @returns {Step} */
function named(step) {
  if (!step.values) return step;
  const { author, topic, updated_by, ...rest } = step.values;
  const person = (/** @type {any} */ name) => name && (twins.people[name] ?? '00000000-0000-7000-8000-00000000dead');
  return {
    ...step,
    values: {
      ...rest,
      ...(author !== undefined && { author: person(author) }),
      ...(updated_by !== undefined && { updated_by: person(updated_by) }),
      ...(topic !== undefined && { topic: topic && /** @type {any} */ (twins.topics)[topic] }),
    },
  };
}

/**
 * Concurrent calls have no order, so those are left out whose outcome would depend on one: writes of different shapes
 * to the same row, reads of a row that is written, and names that are taken or set free meanwhile.
 *
 * @param {Step[]} steps @param {Map<number, string>} held names by row
 */
function comparable(steps, held) {
  /** @type {Map<number, string>} */
  const writers = new Map();
  /** @type {Map<string, string>} */
  const wanted = new Map();
  const kept = [];
  for (const one of steps) {
    const shape = `${one.kind} ${rightsKey(twins.actors[one.actor])}`;
    const row = 'target' in one ? one.target : null;
    const name = one.values?.name?.trim();
    const repeated = row !== null && writers.has(row);
    if (repeated && (writers.get(row) !== shape || one.kind !== 'update' || name !== undefined)) continue;
    if (name !== undefined && (wanted.get(name) ?? shape) !== shape) continue;
    kept.push(one);
    if (row !== null) writers.set(row, shape);
    if (name !== undefined) wanted.set(name, shape);
  }
  const isSetFree = (/** @type {string} */ name) => [...held].some(([row, own]) => own === name && writers.has(row));
  return kept.filter((one) => one.values?.name === undefined || !isSetFree(one.values.name.trim()));
}

/** @param {unknown[]} keys */
async function namesHeld(keys) {
  const { rows } = await twins.data.db.query('select id, name from app.alone');
  return new Map(rows.map(({ id, name }) => [keys.indexOf(id), name]));
}

/** New rows can be aimed at by later steps. @param {Record<Side, unknown[]>} keys @param {Step} one @param {any} together @param {any} alone */
function remember(keys, one, together, alone) {
  if (one.kind !== 'insert' || together.status !== 'fulfilled') return;
  keys.together.push(together.value.id);
  keys.alone.push(alone.value.id);
}

/** What the caller got, less keys and times, which differ. @param {Side} side @param {PromiseSettledResult<any>} outcome @param {Record<Side, unknown[]>} keys */
function told(side, outcome, keys) {
  if (outcome.status === 'rejected') {
    const { code, status, message, details } = outcome.reason;
    return JSON.parse(JSON.stringify({ code, status, message, details }).replaceAll(side, 'it'));
  }
  return comparableRow(side, outcome.value, keys);
}

/** @param {Side} side @param {any} row @param {Record<Side, unknown[]>} keys */
function comparableRow(side, row, keys) {
  if (!row) return row;
  const { id, created_at, updated_at, ...rest } = row;
  return { ...rest, row: keys[side].indexOf(id), times: [typeof created_at, typeof updated_at] };
}

/** The table and its history. @param {Side} side @param {Record<Side, unknown[]>} keys */
async function stored(side, keys) {
  const { data } = twins;
  const table = data.catalog().table(side);
  const rows = await Promise.all(
    keys[side].map((id) => take(twins, side, [id], { kind: 'get', actor: 'system', target: 0 }).catch(() => null)),
  );
  const { rows: entries } = await data.db.query({
    text: `select row_key, operation, user_id, before, after from plinth.row_history where table_id = $1 order by row_key, id`,
    values: [table.id],
  });
  const byName = (/** @type {any} */ object) =>
    object &&
    Object.fromEntries(
      table.fields.flatMap(({ id, name }) =>
        ['id', 'created_at', 'updated_at'].includes(name) || !(id in object) ? [] : [[name, object[id]]],
      ),
    );
  const history = entries
    .map((/** @type {any} */ entry) => ({
      ...entry,
      row_key: keys[side].map(String).indexOf(entry.row_key),
      before: byName(entry.before),
      after: byName(entry.after),
    }))
    .sort((/** @type {any} */ a, /** @type {any} */ b) => a.row_key - b.row_key);
  return { rows: rows.map((row) => comparableRow(side, row, keys)), history };
}

describe('a batch of many people', () => {
  it('Z2, Z3: returns to each actor their own rows and nobody else’s', async () => {
    const keys = await twins.restart();
    const { actors, data } = twins;
    const calls = Array.from({ length: 60 }, (_, i) => ({
      actor: ['ada', 'ben', 'reader', 'visitor', 'admin'][i % 5],
      row: i % 6,
    }));
    const before = data.db.counters().statements;
    const answers = await Promise.allSettled(
      calls.map(({ actor, row }) => data.rows.get(actors[actor], 'together', keys.together[row])),
    );
    assert.equal(data.db.counters().statements - before, 4, 'one statement for each kind of rights');
    const owners = ['ada', 'ben', '', 'ada', 'ben', 'cyd'];
    for (const [i, { actor, row }] of calls.entries()) {
      const allowed = ['reader', 'admin'].includes(actor) || owners[row] === actor;
      const answer = /** @type {any} */ (answers[i]);
      if (allowed) assert.equal(answer.value.name, `row ${row}`);
      else assert.equal(answer.reason.code, 'ROW_NOT_FOUND', `${actor} reads row ${row}`);
    }
  });

  it('Z4: records each writer separately, and lets nobody write as another', async () => {
    await twins.restart();
    const { actors, data, people } = twins;
    const names = Array.from({ length: 40 }, (_, i) => (i % 2 ? 'ada' : 'ben'));
    const rows = await Promise.all(
      names.map((name, i) => data.rows.insert(actors[name], 'together', { name: `n${i}` })),
    );
    for (const [i, row] of rows.entries()) {
      assert.deepEqual([row.author, row.created_by, row.name], [people[names[i]], people[names[i]], `n${i}`]);
    }
    const swapped = await Promise.allSettled(
      rows.map((row, i) => data.rows.update(actors[i % 2 ? 'ben' : 'ada'], 'together', row.id, { size: 3 })),
    );
    for (const answer of swapped) assert.equal(/** @type {any} */ (answer).reason.code, 'ROW_NOT_FOUND');
    const given = await Promise.allSettled(
      rows.map((row, i) =>
        data.rows.update(actors[names[i]], 'together', row.id, { author: people[names[i] === 'ada' ? 'ben' : 'ada'] }),
      ),
    );
    for (const answer of given) assert.equal(/** @type {any} */ (answer).reason.code, 'FORBIDDEN');
  });

  it('shows a write to whoever waited for it', async () => {
    await twins.restart();
    const { actors, data } = twins;
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const { id } = await data.rows.insert(actors.ada, 'together', { name: `w${i}` });
        await data.rows.update(actors.ada, 'together', id, { size: i + 10 });
        assert.equal((await data.rows.get(actors.ada, 'together', id)).size, i + 10);
        await data.rows.remove(actors.ada, 'together', id);
        await assert.rejects(data.rows.get(actors.ada, 'together', id), { code: 'ROW_NOT_FOUND' });
      }),
    );
  });

  it('a locked row delays only those who want that row', async () => {
    const keys = await twins.restart();
    const { actors, data } = twins;
    const waiting = async () => {
      const { rows } = await data.db.query(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%together%'`);
      return rows.length > 0;
    };
    await data.db.transaction(async (tx) => {
      await tx.query({ text: 'select from app.together where id = $1 for update', values: [keys.together[0]] });
      // A machine may be so busy that the wait for a lock ends before the others are through: that shows nothing.
      await until(async () => {
        const blocked = data.rows.update(actors.staff, 'together', keys.together[0], { size: 3 });
        const failed = assert.rejects(blocked, { code: 'TABLE_BUSY' });
        await until(waiting);
        for (let i = 0; i < 20; i++)
          await data.rows.update(actors.staff, 'together', keys.together[1], { size: i + 10 });
        const wentOn = await waiting();
        await failed;
        return wentOn;
      });
    });
  });

  it('K3: is not sent again when its connection is lost: it may have been committed', async () => {
    await twins.restart();
    const { actors, data } = twins;
    await data.db.query(`create function app.slowly() returns trigger language plpgsql
      as 'begin perform pg_advisory_xact_lock(4712); return null; end'`);
    await data.db.query('create trigger slowly after insert on app.together execute function app.slowly()');
    const names = Array.from({ length: 8 }, (_, i) => `lost ${i}`);
    await data.db.transaction(async (tx) => {
      // Whoever inserts stands still here until it is killed.
      await tx.query('select pg_advisory_xact_lock(4712)');
      const kill = `select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and objid = 4712 and not granted`;
      // A machine may be so busy that the wait for the lock is given up first: that shows nothing.
      await until(async () => {
        let over = false;
        const calls = Promise.allSettled(names.map((name) => data.rows.insert(actors.ada, 'together', { name })));
        void calls.then(() => (over = true));
        await until(async () => (await tx.query(kill)).rowCount || over);
        const codes = new Set((await calls).map((answer) => /** @type {any} */ (answer).reason.code));
        if (codes.has('TABLE_BUSY')) return false;
        assert.deepEqual([...codes], ['DATABASE_UNAVAILABLE']);
        return true;
      });
    });
    await data.db.query('drop trigger slowly on app.together');
    const { rows } = await data.db.query("select count(*) as count from app.together where name like 'lost%'");
    assert.equal(rows[0].count, 0);
  });
});
