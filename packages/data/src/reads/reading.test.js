import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReading, tablesIn, watched } from './reading.js';

describe('the tables in a statement', () => {
  it('are those named with a schema of ours, quoted or not, each once', () => {
    const text = `select t$0."title", (select count(*) from "app"."replies" r$1), f.id
      from "app"."odd ""name""" t$0 join plinth.files f on true join "plinth"."users" u on true
      where exists (select from "app"."replies")`;
    assert.deepEqual(tablesIn(text), ['app.replies', 'app.odd "name"', 'plinth.files', 'plinth.users']);
  });

  it('are neither functions nor collations', () => {
    assert.deepEqual(tablesIn('select plinth.try_jsonb(x), "plinth"."f" (1) order by a collate "plinth"."words"'), []);
  });
});

describe('a run that is watched', () => {
  const run = (/** @type {string} */ now) =>
    /** @type {any} */ ({ params: {}, actor: { userId: 'a', roles: [] }, now: new Date(now), today: now.slice(0, 10) });

  it('notes who asks and this very moment only when they are used', () => {
    const reading = createReading();
    const seen = watched(run('2026-11-21T10:00:30.000Z'), reading);
    assert.deepEqual([reading.user, reading.time, reading.holds], [false, false, Infinity]);
    void seen.actor.userId;
    void seen.now;
    assert.deepEqual([reading.user, reading.time], [true, true]);
  });

  it('holds no longer than the minute when the day was used, for another day begins with a minute', () => {
    const reading = createReading();
    assert.equal(watched(run('2026-11-21T23:59:59.250Z'), reading).today, '2026-11-21');
    assert.equal(reading.holds, 750);
    assert.equal(reading.time, false);
  });
});
