import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Person, personOf, systemFor } from './person.js';
import { createFairness } from './fairness.js';
import { BUSY_MS } from './figures.js';
import { createTurns } from './turns.js';

const USUAL = { places: 4, each: 2, visitors: 3, waiting: 5, ms: 600_000 };
const user = (/** @type {string} */ id) => new Person(id, 'user');
const visitor = (/** @type {string} */ address) => personOf({ userId: null, roles: [], system: false }, address);

/** Takes a place and notes who got it. @param {ReturnType<typeof createTurns>} turns @param {string[]} got */
const taker = (turns, got) => (/** @type {Person} */ person) => {
  const taken = turns.take(person);
  taken.then(
    () => got.push(person.id),
    () => {},
  );
  return taken;
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('Y1: turns', () => {
  it('give nobody more than the share, and whoever else comes a place at once', async () => {
    const turns = createTurns(USUAL);
    /** @type {string[]} */
    const got = [];
    const take = taker(turns, got);
    const [bob, eve] = [user('bob'), user('eve')];
    const first = take(eve);
    for (let i = 0; i < 4; i++) take(eve).catch(() => {});
    take(bob);
    await settled();
    assert.deepEqual(got, ['eve', 'eve', 'bob']);
    assert.deepEqual([turns.running(), turns.waiting()], [3, 3]);
    turns.give(await first);
    await settled();
    assert.deepEqual(got, ['eve', 'eve', 'bob', 'eve']);
  });

  it('serve one of each person after the other, however many one has sent', async () => {
    const turns = createTurns({ ...USUAL, places: 1, each: 1 });
    /** @type {string[]} */
    const got = [];
    const take = taker(turns, got);
    const held = await turns.take(user('held'));
    const people = [user('eve'), user('bob'), user('cy')];
    // Whoever gets the place gives it back at once.
    const all = [0, 0, 0, 0, 1, 1, 2].map((i) => take(people[i]).then((entry) => turns.give(entry)));
    turns.give(held);
    await Promise.all(all);
    assert.deepEqual(got, ['eve', 'bob', 'cy', 'eve', 'bob', 'eve', 'eve']);
  });

  it('refuse with 429 and when to come again what is over the share, never for the share of another', async () => {
    const turns = createTurns(USUAL);
    const eve = user('eve');
    for (let i = 0; i < USUAL.each + USUAL.waiting; i++) turns.take(eve).catch(() => {});
    await assert.rejects(turns.take(eve), (/** @type {any} */ error) => {
      assert.deepEqual([error.code, error.status, error.details], ['SHARE_USED', 429, { retryAfter: 5 }]);
      return true;
    });
    assert.ok(turns.takeNow(user('bob')));
  });

  it('tell apart who waited too long for themselves and who for others', async (t) => {
    // A queue alone does not keep a process alive.
    const alive = setInterval(() => {}, 1000);
    t.after(() => clearInterval(alive));
    const turns = createTurns({ ...USUAL, places: 2, each: 1, ms: 1 });
    const eve = user('eve');
    await turns.take(eve);
    await assert.rejects(turns.take(eve), { code: 'SHARE_USED', status: 429 });
    await turns.take(user('bob'));
    await assert.rejects(turns.take(user('cy')), { code: 'SERVER_BUSY', status: 503 });
    assert.equal(turns.waiting(), 0);
  });

  it('lose whoever leaves, and give their turn to the next', async () => {
    const turns = createTurns({ ...USUAL, places: 1, each: 1 });
    /** @type {string[]} */
    const got = [];
    const take = taker(turns, got);
    const first = await turns.take(user('ann'));
    const [eve, bob] = [user('eve'), user('bob')];
    const left = take(eve);
    const other = take(bob);
    assert.equal(eve.waits, 1);
    eve.over();
    await assert.rejects(left, { code: 'CALLER_LEFT' });
    turns.give(first);
    await other;
    assert.deepEqual(got, ['bob']);
    assert.deepEqual([turns.waiting(), eve.waits, bob.waits], [0, 0, 0]);
  });

  it('lose nothing of a request that writes: it goes on without its client', async () => {
    const turns = createTurns({ ...USUAL, places: 1, each: 1 });
    const first = await turns.take(user('ann'));
    const eve = user('eve');
    eve.mayLeave = false;
    const writes = turns.take(eve);
    eve.over();
    turns.give(first);
    assert.ok(await writes);
  });

  it('what a request left behind is work of the system: it takes turns, and is not refused for its share', async () => {
    const turns = createTurns({ ...USUAL, waiting: 0 });
    const eve = user('eve');
    eve.over();
    const places = await Promise.all([turns.take(eve), turns.take(eve)]);
    const third = turns.take(eve);
    assert.equal(turns.waiting(), 1);
    const again = user('eve');
    assert.ok(turns.takeNow(again), 'and it does not use up the share of the next request');
    turns.give(places[0]);
    assert.ok(await third);
    assert.equal(systemFor('eve').isPatient, true);
  });

  it('Y2: keep places for those who have logged in, from however many addresses visitors come', async () => {
    const turns = createTurns(USUAL);
    for (let i = 0; i < 60; i++) turns.take(visitor(`192.0.2.${i}`)).catch(() => {});
    assert.equal(turns.running(), USUAL.visitors);
    assert.ok(turns.takeNow(user('bob')));
  });

  it('count a whole IPv6 network as one visitor, and a user as one wherever they are', () => {
    assert.equal(visitor('2001:db8:1:2::5').key, visitor('2001:db8:1:2:ffff::1').key);
    assert.notEqual(visitor('2001:db8:1:2::5').key, visitor('2001:db8:1:3::5').key);
    assert.notEqual(visitor('192.0.2.1').key, visitor('192.0.2.2').key);
    const ada = { userId: 'u1', roles: [], system: false };
    assert.equal(personOf(ada, '192.0.2.1').key, personOf(ada, '192.0.2.2').key);
  });

  it('give somebody who is alone more than one of several', () => {
    const turns = createTurns({ ...USUAL, places: 10, each: 5, inCompany: 2 });
    const [eve, bob] = [user('eve'), user('bob')];
    for (let i = 0; i < 3; i++) assert.ok(turns.takeNow(eve));
    assert.ok(turns.takeNow(bob));
    assert.equal(turns.takeNow(eve), null);
    assert.ok(turns.takeNow(bob));
  });

  it('let whoever is no burden have all of the share among others, too', async () => {
    const turns = createTurns({ ...USUAL, places: 100, each: 50, inCompany: 2 });
    const [eve, bob] = [user('eve'), user('bob')];
    assert.ok(turns.takeNow(bob));
    /** How many somebody gets at once after requests that took so long. @param {typeof eve} person @param {number} ms */
    const most = (person, ms) => {
      const held = /** @type {any} */ (turns.takeNow(person));
      for (let i = 0; i < 20; i++) {
        const place = turns.takeNow(person) ?? assert.fail('no place');
        turns.give(place, 1, 2 * ms);
      }
      let count = 1;
      while (turns.takeNow(person)) count++;
      for (let i = 0; i < count; i++) turns.give(held);
      return count;
    };
    assert.equal(most(eve, 0.2), 50);
    assert.equal(most(eve, 500), 2);
    assert.ok(Math.abs(most(eve, 4) - BUSY_MS / 4) <= 1);
  });

  it('give places by size: nobody has more than their share, and what is larger than it has it alone', async () => {
    const turns = createTurns({ ...USUAL, places: 100, each: 40 });
    const [eve, bob] = [user('eve'), user('bob')];
    const first = turns.takeNow(eve, 30) ?? assert.fail();
    assert.equal(turns.takeNow(eve, 11), null);
    const second = turns.takeNow(eve, 10) ?? assert.fail();
    assert.equal(turns.isUsedUpBy(eve), true);
    assert.equal(turns.isUsedUpBy(bob), false);
    turns.give(first, 30);
    turns.give(second, 10);
    assert.ok(turns.takeNow(eve, 41));
    assert.equal(turns.takeNow(eve, 1), null);
    assert.equal(turns.running(), 41);
  });

  it('keep room for a large one whose turn it is, however many small ones come', async () => {
    const turns = createTurns({ ...USUAL, places: 100, each: 60 });
    const [eve, bob, cy] = [user('eve'), user('bob'), user('cy')];
    const [held, small] = [turns.takeNow(eve, 60) ?? assert.fail(), turns.takeNow(cy, 10) ?? assert.fail()];
    const large = turns.take(bob, 60);
    turns.give(small, 10);
    assert.equal(turns.takeNow(cy, 10), null, 'what is free is kept');
    turns.give(held, 60);
    assert.ok(await large);
    assert.ok(turns.takeNow(cy, 10));
  });

  it('count what is there without asking, and nobody waits for room that one who left had wanted', async () => {
    const turns = createTurns({ ...USUAL, places: 100, each: 60 });
    const [eve, bob, cy] = [user('eve'), user('bob'), user('cy')];
    const held = turns.add(eve, 90);
    const small = turns.takeNow(cy, 5) ?? assert.fail();
    const large = turns.take(bob, 60);
    turns.give(small, 5);
    assert.equal(turns.takeNow(cy, 5), null);
    bob.over();
    await assert.rejects(large, { code: 'CALLER_LEFT' });
    assert.ok(turns.takeNow(cy, 5));
    turns.give(held, 90);
    assert.equal(turns.running(), 5);
  });

  it('let a request that holds a connection have another, so that it never waits for itself', async () => {
    const turns = createTurns({ ...USUAL, places: 4, each: 1 });
    const eve = user('eve');
    await turns.take(eve);
    assert.equal(turns.takeNow(user('eve')), null);
    eve.held = 1;
    assert.ok(turns.takeNow(eve));
    assert.equal(turns.takeNow(eve), null, 'one at a time');
  });
});

describe('for whom code runs', () => {
  it('is known through promises and timers, and nobody where it is for everybody', async () => {
    const fairness = createFairness();
    const eve = user('eve');
    assert.equal(fairness.person(), null);
    await fairness.as(eve, async () => {
      await settled();
      assert.equal(fairness.person(), eve);
      await fairness.forEverybody(async () => {
        await settled();
        assert.equal(fairness.person(), null);
      });
      assert.equal(fairness.person(), eve);
    });
    assert.equal(fairness.person(), null);
  });
});
