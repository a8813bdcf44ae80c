import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSingleFlight } from './single-flight.js';

const ANY = { takes: () => false, isFor: () => true };
const NOBODYS = { takes: () => false, isFor: () => false };
/** @param {any} outcome @returns {Promise<import('./single-flight.js').SharedRender<string>>} */
const renderOf = async (outcome) => (await outcome).render;
/** @returns {ReturnType<typeof createSingleFlight<string>>} */
const create = () => createSingleFlight();

describe('one render for many', () => {
  it('C5: serves all requests from before it started, and leaves later ones to the next', async () => {
    const renders = create();
    const first = await renderOf(renders.join('a', ANY));
    const [second, third] = [renders.join('a', ANY), renders.join('a', ANY)];
    first.finish('for the first alone');
    const render = await renderOf(second);
    assert.deepEqual([first.hasWaiting, render.hasWaiting], [false, true]);
    const late = renders.join('a', ANY);
    render.finish('new');
    assert.deepEqual(await third, { result: 'new', render: null });
    const last = await renderOf(late);
    assert.ok(last, 'what began before he came is not for him');
    last.finish(null);
    assert.ok(renders.lead('a'), 'and nobody waits for what is over');
    assert.equal(renders.shared(), 1);
  });

  it('serves later requests that know that nothing has changed since it started', async () => {
    const renders = create();
    const first = renders.lead('a');
    assert.equal(renders.lead('a'), null);
    const knows = renders.join('a', { ...ANY, takes: (made) => made === 'stands' });
    const doubts = renders.join('a', ANY);
    assert.equal(renders.waiting(), 2);
    first?.finish('stands');
    assert.deepEqual(await knows, { result: 'stands', render: null });
    assert.ok(await renderOf(doubts));
  });

  it('gives nobody a result for others, or one for its requester alone', async () => {
    const renders = create();
    const first = await renderOf(renders.join('a', ANY));
    const waiting = [renders.join('a', ANY), renders.join('a', NOBODYS), renders.join('a', ANY)];
    first.finish(null);
    const render = await renderOf(waiting[0]);
    render.finish('of another Catalog');
    render.finish('too late');
    assert.deepEqual(await waiting[1], { result: null, render: null });
    assert.deepEqual(await waiting[2], { result: 'of another Catalog', render: null });
  });

  it('keeps pages and audiences apart', () => {
    const renders = create();
    for (const key of ['v\n/page/a', 'v\n/page/b', 'r["user"]\n/page/a']) assert.ok(renders.lead(key));
  });

  it('Y1: nobody waits for a render that itself waits for the share of somebody else', async () => {
    const renders = create();
    const eve = /** @type {any} */ ({ key: 'eve', waits: 0 });
    const bob = /** @type {any} */ ({ key: 'bob', waits: 0 });
    const first = renders.lead('a', eve);
    const early = renders.join('a', { ...ANY, person: bob });
    eve.waits = 1;
    assert.deepEqual(await renders.join('a', { ...ANY, person: bob }), { result: null, render: null });
    const own = renders.join('a', { ...ANY, person: eve });
    assert.equal(renders.waiting(), 2);
    first?.finish(null);
    (await renderOf(early)).finish('for all');
    assert.deepEqual(await own, { result: 'for all', render: null });
  });
});
