import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFlights } from './flights.js';

const [OLD, NEW] = /** @type {any[]} */ ([{ version: 1 }, { version: 2 }]);
const page = (/** @type {string} */ text) => /** @type {any} */ ({ text });
/** @param {any} boarded */
const flightOf = async (boarded) => /** @type {import('./flights.js').Flight} */ ((await boarded).flight);

describe('one making of a page for many', () => {
  it('C5: serves all who asked before it began, and leaves those who came meanwhile to the next', async () => {
    const flights = createFlights();
    const first = await flightOf(flights.board('a', OLD));
    const [second, third] = [flights.board('a', OLD), flights.board('a', OLD)];
    first.land(page('made for the first alone'));
    const flight = await flightOf(second);
    const late = flights.board('a', OLD);
    flight.land(page('new'));
    assert.equal(/** @type {any} */ ((await third).page).text, 'new');
    const last = await flightOf(late);
    assert.ok(last, 'what began before he came is not for him');
    last.land(null);
    assert.ok(await flightOf(flights.board('a', OLD)), 'and nobody waits for what is over');
    assert.equal(flights.shared(), 1);
  });

  it('gives nobody a page of another Catalog, or one that is for its maker alone', async () => {
    const flights = createFlights();
    const first = await flightOf(flights.board('a', OLD));
    const waiting = [flights.board('a', OLD), flights.board('a', NEW), flights.board('a', OLD)];
    first.land(null);
    const flight = await flightOf(waiting[0]);
    flight.land(page('by the old Catalog'));
    assert.deepEqual(await waiting[1], { page: null, flight: null });
    assert.equal(/** @type {any} */ ((await waiting[2]).page).text, 'by the old Catalog');
    const own = await flightOf(flights.board('a', OLD));
    const [maker, other] = [flights.board('a', OLD), flights.board('a', OLD)];
    own.land(null);
    (await flightOf(maker)).land(null);
    assert.deepEqual(await other, { page: null, flight: null });
  });

  it('keeps pages and audiences apart', async () => {
    const flights = createFlights();
    await flightOf(flights.board('v\n/page/a', OLD));
    assert.ok(await flightOf(flights.board('v\n/page/b', OLD)));
    assert.ok(await flightOf(flights.board('r["user"]\n/page/a', OLD)));
  });
});
