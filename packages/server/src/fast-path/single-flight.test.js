import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSingleFlight } from './single-flight.js';

const ANY = { takes: () => false, isFor: () => true };
const NOBODYS = { takes: () => false, isFor: () => false };
/** @param {any} landed @returns {Promise<import('./single-flight.js').Flight<string>>} */
const flightOf = async (landed) => (await landed).flight;
/** @returns {ReturnType<typeof createSingleFlight<string>>} */
const create = () => createSingleFlight();

describe('one render for many', () => {
  it('C5: serves all who asked before it began, and leaves those who came meanwhile to the next', async () => {
    const flights = create();
    const first = await flightOf(flights.join('a', ANY));
    const [second, third] = [flights.join('a', ANY), flights.join('a', ANY)];
    first.land('for the first alone');
    const flight = await flightOf(second);
    assert.deepEqual([first.hasPassengers, flight.hasPassengers], [false, true]);
    const late = flights.join('a', ANY);
    flight.land('new');
    assert.deepEqual(await third, { result: 'new', flight: null });
    const last = await flightOf(late);
    assert.ok(last, 'what began before he came is not for him');
    last.land(null);
    assert.ok(flights.lead('a'), 'and nobody waits for what is over');
    assert.equal(flights.shared(), 1);
  });

  it('serves who came meanwhile and knows that nothing has changed since it began', async () => {
    const flights = create();
    const first = flights.lead('a');
    assert.equal(flights.lead('a'), null);
    const knows = flights.join('a', { ...ANY, takes: (made) => made === 'stands' });
    const doubts = flights.join('a', ANY);
    assert.equal(flights.waiting(), 2);
    first?.land('stands');
    assert.deepEqual(await knows, { result: 'stands', flight: null });
    assert.ok(await flightOf(doubts));
  });

  it('gives nobody what is not for him, or is for its maker alone', async () => {
    const flights = create();
    const first = await flightOf(flights.join('a', ANY));
    const waiting = [flights.join('a', ANY), flights.join('a', NOBODYS), flights.join('a', ANY)];
    first.land(null);
    const flight = await flightOf(waiting[0]);
    flight.land('of another Catalog');
    flight.land('too late');
    assert.deepEqual(await waiting[1], { result: null, flight: null });
    assert.deepEqual(await waiting[2], { result: 'of another Catalog', flight: null });
  });

  it('keeps pages and audiences apart', () => {
    const flights = create();
    for (const key of ['v\n/page/a', 'v\n/page/b', 'r["user"]\n/page/a']) assert.ok(flights.lead(key));
  });
});
