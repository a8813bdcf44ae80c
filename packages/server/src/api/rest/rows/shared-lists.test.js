import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { createSharedLists } from './shared-lists.js';

const [catalog, anna] = /** @type {any[]} */ ([{}, { userId: 'anna' }]);
const what = { catalog, actor: anna, key: '/api/v1/tables/tasks/rows' };

/** Readings that end when the test says so. */
function createReadings() {
  /** @type {PromiseWithResolvers<string>[]} */
  const begun = [];
  const read = () => {
    const reading = Promise.withResolvers();
    begun.push(reading);
    return reading.promise;
  };
  const shared = /** @type {ReturnType<typeof createSharedLists<string>>} */ (createSharedLists());
  return { begun, read, shared };
}

describe('lists that several ask for', () => {
  it('are read once for all who ask in a turn', async () => {
    const { begun, read, shared } = createReadings();
    const all = Promise.all([shared(what, read), shared(what, read), shared(what, read)]);
    await endOfTurn();
    await endOfTurn();
    assert.equal(begun.length, 1);
    begun[0].resolve('rows');
    assert.deepEqual(await all, ['rows', 'rows', 'rows']);
  });

  it('are read again, once, for those who come while they are read', async () => {
    const { begun, read, shared } = createReadings();
    const first = shared(what, read);
    while (begun.length === 0) await endOfTurn();
    const later = Promise.all([shared(what, read), shared(what, read)]);
    await endOfTurn();
    assert.equal(begun.length, 1);
    begun[0].resolve('old');
    assert.equal(await first, 'old');
    while (begun.length === 1) await endOfTurn();
    begun[1].resolve('new');
    assert.deepEqual(await later, ['new', 'new']);
    assert.equal(begun.length, 2);
  });

  it('are read for each where anything differs: the rights, the metadata, the address', async () => {
    const { begun, read, shared } = createReadings();
    const others = [
      { ...what, actor: /** @type {any} */ ({ userId: 'anna' }) },
      { ...what, catalog: /** @type {any} */ ({}) },
    ];
    const all = [what, ...others, { ...what, key: `${what.key}?limit=1` }].map((one) => shared(one, read));
    while (begun.length < 4) await endOfTurn();
    for (const [i, { resolve }] of begun.entries()) resolve(`rows ${i}`);
    assert.deepEqual(await Promise.all(all), ['rows 0', 'rows 1', 'rows 2', 'rows 3']);
  });

  it('are read by each who waited if the one who read for all fails, and by the next as ever', async () => {
    const { begun, read, shared } = createReadings();
    const both = Promise.allSettled([shared(what, read), shared(what, read)]);
    while (begun.length === 0) await endOfTurn();
    begun[0].reject(new Error('Its client has left'));
    while (begun.length === 1) await endOfTurn();
    begun[1].resolve('rows');
    assert.deepEqual(
      (await both).map(({ status }) => status),
      ['rejected', 'fulfilled'],
    );
    const next = shared(what, read);
    while (begun.length === 2) await endOfTurn();
    begun[2].resolve('later');
    assert.equal(await next, 'later');
  });
});
