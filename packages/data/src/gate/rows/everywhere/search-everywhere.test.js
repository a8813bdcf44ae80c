import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { VISITOR, createForum } from '../testing/forum.js';
import { isNear, mistakes, textsAround } from './near-words.js';
import { rank } from './rank.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
const TABLES = ['topics', 'replies', 'tags', 'secrets', 'users', 'gone'];
/** @param {import('@plinth/plugin').Actor} actor @param {string} text @param {object} [options] */
const labels = async (actor, text, options) => {
  const { rows } = await forum.data.rows.searchEverywhere(actor, text, { tables: TABLES, ...options });
  return rows.map(({ table, label }) => `${table}: ${label}`);
};

before(async () => {
  forum = await createForum();
  const { data, staff, admin, people } = forum;
  const { id } = await data.rows.insert(staff, 'topics', { title: 'Canary of ada', author: people.ada });
  await data.rows.insert(staff, 'topics', { title: 'The canary of ben', author: people.ben });
  await data.rows.insert(staff, 'tags', { name: 'canary' });
  await data.rows.insertMany(staff, 'replies', [{ text: 'about the canary', topic: id, score: 1 }]);
  await data.rows.insert(admin, 'secrets', { code: 'canary code', topic: id });
});
after(() => forum.close());

describe('searching all tables at once', () => {
  it('Z1: finds only rows that the actor may read, the best first', async () => {
    const { ada, staff, admin } = forum;
    assert.equal((await labels(ada, 'canary'))[0], 'tags: canary');
    assert.ok((await labels(ada, 'canary')).includes('topics: Canary of ada'));
    for (const [actor, not] of /** @type {const} */ ([
      [ada, /ben|secrets/],
      [staff, /secrets/],
      [VISITOR, /topics|secrets/],
    ])) {
      assert.doesNotMatch((await labels(actor, 'canary')).join('\n'), not);
    }
    assert.ok((await labels(admin, 'canary')).includes('secrets: canary code'));
  });

  it('takes one round trip, however many tables', async () => {
    const { data, staff } = forum;
    await labels(staff, 'canary');
    const before = data.db.counters();
    await labels(staff, 'canary');
    assert.equal(data.db.counters().roundTrips - before.roundTrips, 1);
    assert.equal(data.db.counters().transactions - before.transactions, 0);
  });

  it('leaves the limit of time to nobody else on the connection', async () => {
    const { data, staff } = forum;
    await labels(staff, 'canary');
    for (let i = 0; i < 8; i++) {
      const { rows } = await data.db.query('show statement_timeout');
      assert.equal(rows[0].statement_timeout, '15s');
    }
  });

  it('limits rows per table and in all', async () => {
    const { data, staff } = forum;
    for (let i = 0; i < 9; i++) await data.rows.insert(staff, 'tags', { name: `many ${i}` });
    assert.equal((await labels(staff, 'many')).length, 5);
    assert.equal((await labels(staff, 'many', { perTable: 20, most: 7 })).length, 7);
  });

  it('finds nothing for nothing, and takes any text', async () => {
    for (const text of ['', '   ', '%', '\0', "'; drop table app.tags; --", '\ud800', 'x'.repeat(5000), '((( [[['])
      assert.deepEqual(await labels(forum.ada, text), [], JSON.stringify(text).slice(0, 40));
  });
});

describe('a search that finds nothing as it is typed', () => {
  it('finds other forms of the words in the language of the reader', async () => {
    const { data, staff } = forum;
    for (const name of ['Invoice due', 'Zweite Rechnung', 'Company car'])
      await data.rows.insert(staff, 'tags', { name });
    const found = (/** @type {string} */ text, /** @type {string} */ locale) => labels(staff, text, { locale });
    assert.deepEqual(await found('invoices', 'en'), ['tags: Invoice due']);
    assert.deepEqual(await found('Rechnungen', 'de-AT'), ['tags: Zweite Rechnung']);
    assert.deepEqual(await found('companies', 'en-GB'), ['tags: Company car']);
    assert.deepEqual(await found('companies', 'zh'), [], 'no dictionary');
  });

  it('forgives a mistake in a long word, and says that what it found is only similar', async () => {
    const { data, staff } = forum;
    for (const name of ['Wallpaper', 'Paperwork']) await data.rows.insert(staff, 'tags', { name });
    const near = async (/** @type {string} */ text) => {
      const { rows, near } = await data.rows.searchEverywhere(staff, text, { tables: TABLES });
      return [near, ...rows.map(({ label }) => label)];
    };
    assert.deepEqual(await near('wallpapre'), [true, 'Wallpaper']);
    assert.deepEqual(await near('walpaper'), [true, 'Wallpaper']);
    assert.deepEqual(await near('wallpaper'), [false, 'Wallpaper']);
    assert.deepEqual(await near('wxllpxpxr'), [false]);
    assert.deepEqual(await near('wlal'), [false], 'too short to be mistaken');
  });

  it('finds no row by a similar word that the actor may not read', async () => {
    const { ada, staff, admin } = forum;
    assert.ok((await labels(admin, 'cannary code')).includes('secrets: canary code'));
    assert.doesNotMatch((await labels(staff, 'cannary code')).join(), /secrets/);
    assert.doesNotMatch((await labels(ada, 'cannary')).join(), /ben|secrets/);
    assert.deepEqual(await labels(VISITOR, 'cannary code'), []);
  });

  it('asks no second time where it found something', async () => {
    const { data, staff } = forum;
    await labels(staff, 'wallpaper');
    const before = data.db.counters();
    await labels(staff, 'wallpaper');
    assert.equal(data.db.counters().roundTrips - before.roundTrips, 1);
  });
});

it('mistakes are letters that are wrong, missing, too many or exchanged', () => {
  for (const [one, other, count] of /** @type {const} */ ([
    ['plant', 'plant', 0],
    ['plant', 'palnt', 1],
    ['plant', 'plan', 1],
    ['plant', 'planet', 1],
    ['plant', 'slant', 1],
    ['', 'ab', 2],
    ['abc', 'xyz', 3],
  ]))
    assert.equal(mistakes(one, other), count, `${one} ${other}`);
  assert.ok(isNear('Müller & Söhne', 'mulller') && isNear('Éva Novák', 'novka') && !isNear('Éva Novák', 'nebak'));
  assert.ok(!isNear('x'.repeat(40), `${'x'.repeat(39)}y`), 'long words are not compared');
  assert.deepEqual(textsAround('red wallpaper'), ['wall', 'paper']);
  assert.deepEqual(textsAround('abc de'), []);
});

describe('rank', () => {
  for (const [label, text, score] of /** @type {const} */ ([
    ['Ada', 'ada', 100],
    ['Ada Lovelace', 'ada', 80],
    ['Mrs. Ada Lovelace', 'ada love', 60],
    ['Éva', 'eva', 100],
    ['Canada', 'ada', 40],
    ['Grace', 'ada', 0],
  ]))
    it(`gives "${label}" ${score} for "${text}"`, () => assert.equal(rank(label, text), score));
});
