import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { openSite } from '../../edits/definitions/testing/edit-site.js';

const WORDS = [
  'Café Müller',
  'CAFE MULLER',
  'Cafe\u0301 Mu\u0308ller',
  'Straße',
  'STRASSE',
  'Łódź',
  'Søren Ærø',
  'Đặng Nguyễn',
  'São Paulo',
  'Über 100 %_\\',
  'Ёлка',
];

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
  await site.table('places', []);
  for (const title of WORDS) await site.data.rows.insert(SYSTEM, 'places', { title });
});
after(() => site.close());

const SYSTEM = { userId: null, roles: [], system: true };

/** @param {string} words */
async function found(words) {
  const select = [{ as: 'title', field: 'title' }];
  const spec = { table: 'places', select, search: { param: 'q' }, sort: [{ field: 'id' }], limit: 50 };
  const [{ rows }] = await site.data.select(SYSTEM, [{ spec, params: { q: words } }]);
  return rows.map(({ title }) => WORDS.indexOf(title));
}

/** Each word finds what it is meant to, and nothing else. */
async function findsAll() {
  for (const words of ['cafe', 'CAFÉ', 'cafe\u0301', 'muller cafe', 'MÜLLER'])
    assert.deepEqual(await found(words), [0, 1, 2], words);
  for (const words of ['strasse', 'Straße', 'STRAẞE'.toLowerCase()])
    assert.deepEqual(await found(words), [3, 4], words);
  assert.deepEqual(await found('lodz'), [5]);
  assert.deepEqual(await found('soren aero'), [6]);
  assert.deepEqual(await found('dang nguyen'), [7]);
  assert.deepEqual(await found('SAO PAULO'), [8]);
  assert.deepEqual(await found('uber 100 %_\\'), [9], 'signs of patterns stand for themselves');
  assert.deepEqual(await found('елка'), [10]);
  assert.deepEqual(await found('caf_'), []);
  assert.deepEqual(await found('mueller'), []);
}

describe('a search', () => {
  it('ignores case and accents, on either side, however they are written', findsAll);

  it('does so with a search index, and an index of before is built anew', async () => {
    await site.edit('add-index', { table: 'places', kind: 'search', fields: ['title'] });
    const definitions = async () =>
      await site.rows(
        `select indexname as name, indexdef as sql from pg_indexes where indexdef like '%trgm%' and tablename = 'places'`,
      );
    const [{ name, sql }] = await definitions();
    assert.match(sql, /without_accents|normalize/);
    await findsAll();
    // As the version before made it.
    await site.rows(`drop index app."${name}"`);
    await site.rows(
      `create index "${name}" on app.places using gin (lower((title collate plinth.text_search)) gin_trgm_ops)`,
    );
    const migration = await readFile(
      new URL('../../postgres/migrations/0155_search_without_accents.sql', import.meta.url),
      'utf8',
    );
    await site.rows(migration.slice(migration.indexOf('insert into plinth.index_builds')));
    await site.data.reload();
    assert.equal((await site.data.indexes.unbuilt(site.data.catalog().table('places'))).size, 1);
    await findsAll();
    await site.data.indexes.build();
    const [now] = await definitions();
    assert.match(now.sql, /without_accents|normalize/);
    assert.equal((await site.data.indexes.unbuilt(site.data.catalog().table('places'))).size, 0);
    await findsAll();
  });
});
