import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createReading } from '@plinth/data';
import { until } from '@plinth/data/testing';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../../testing/index.js';
import { VISITORS } from './audience.js';
import { createFragments } from './fragments.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('../../../testing/client.js').Client} */
let anna;
const pages = () => /** @type {import('./page-cache.js').PageCache} */ (server.runtime.pages);
/** @param {string} name @param {any} input */
const edit = (name, input) => server.data.edit(server.system, name, input);
const title = { kind: 'field', field: 'title' };

before(async () => {
  server = await startTestServer({ users: { anna: ['user'], bob: ['user'] } });
  for (const table of ['notes', 'tasks', 'diary']) {
    const all = { read: table === 'diary' ? 'own' : 'all', create: 'all', update: 'all', delete: 'all' };
    await edit('add-table', { name: table, label: table, fields: [{ name: 'title', label: 'Title', type: 'text' }] });
    await edit('set-access', { table, access: { user: all }, owner: table === 'diary' ? 'created_by' : null });
    const list = { template: 'list', roles: ['user'], config: { columns: [title], pageSize: 2 } };
    await edit('add-view', { view: { name: `${table}_list`, label: table, table, ...list } });
    const layout = node('form_field', { field: 'title' });
    const form = { template: 'edit', roles: ['user'], config: { layout } };
    await edit('add-view', { view: { name: `${table}_form`, label: table, table, ...form } });
  }
  for (const [name, views] of Object.entries({
    board: ['notes_list', 'tasks_list', 'notes_form'],
    mine: ['notes_list', 'diary_list'],
  })) {
    const layout = node(
      'stack',
      {},
      views.map((view) => node('embed', { view })),
    );
    await edit('add-page', { page: { name, title: name, roles: ['user'], layout } });
  }
  anna = await server.as('anna');
  for (const text of ['one', 'two', 'three']) {
    for (const form of ['notes_form', 'tasks_form']) await anna.post(`/view/${form}`, { title: text });
  }
  await until(() => pages().state() === 'live');
});
after(() => server.close());

/**
 * The answer, how many fragments it took from memory, and how many it made.
 *
 * @param {string} path @param {any} [by]
 */
async function asked(path, by = anna) {
  const before = pages().counts();
  const { text, status } = await by.get(path);
  assert.equal(status, 200, path);
  const { fragments } = pages().counts();
  return { text, hits: fragments.hits - before.fragments.hits, made: fragments.misses - before.fragments.misses };
}

/** What a server prints that keeps nothing. @param {string} path @param {any} [by] */
async function fresh(path, by = anna) {
  const { pages: cache } = server.runtime;
  const { isNever } = /** @type {any} */ (cache);
  Object.assign(/** @type {any} */ (cache), { isNever: () => true });
  try {
    return (await by.get(path)).text;
  } finally {
    Object.assign(/** @type {any} */ (cache), { isNever });
  }
}

describe('fragments of pages', () => {
  it('serve addresses that differ in what no view reads', async () => {
    await asked('/page/board?utm=a1');
    await asked('/page/board?utm=a2');
    for (const query of [
      'utm=b-2.x',
      'utm=<b>&utm_source=x',
      'utm=%22%26&other=1',
      'id=3&menu=1',
      'a=1&a=2',
      'utm=',
      'utm',
    ]) {
      const { text } = await asked(`/page/board?${query}`);
      assert.equal(text, await fresh(`/page/board?${query}`), query);
    }
    const { text, hits, made } = await asked('/page/board?utm=c3');
    assert.deepEqual({ hits, made }, { hits: 3, made: 0 });
    assert.equal(text, await fresh('/page/board?utm=c3'));
    assert.match(text, /name="_return" value="\/page\/board\?utm=c3"/);
  });

  it('are made anew where the address says something about them', async () => {
    await asked('/page/board?x=1');
    const path = '/page/board?x=2&notes_list:sort=-title&utm=4';
    const first = await asked(path);
    assert.equal(first.text, await fresh(path));
    const again = await asked(path.replace('utm=4', 'utm=5'));
    assert.ok(again.made >= 1);
    assert.equal(again.text, await fresh(path.replace('utm=4', 'utm=5')));
    const other = path.replace('utm=4', 'utm=6');
    const { text, hits, made } = await asked(other);
    assert.deepEqual({ hits, made }, { hits: 3, made: 0 });
    assert.equal(text, await fresh(other));
  });

  it('C2: are made anew where a table has changed, and only there', async () => {
    for (let i = 0; i < 2; i++) {
      await asked('/page/board');
      await anna.post('/view/notes_form', { title: `note ${i}` });
      await anna.post('/view/tasks_form', { title: `task ${i}` });
    }
    await asked('/page/board');
    await anna.post('/view/tasks_form', { title: 'brand new task' });
    const { text, hits, made } = await asked('/page/board');
    assert.deepEqual({ hits, made }, { hits: 2, made: 1 });
    assert.equal(text, await fresh('/page/board'));
    await server.data.edit(server.system, 'change-page', { page: 'board', changes: { title: 'Renamed' } });
    const renamed = await asked('/page/board');
    assert.equal(renamed.hits, 0);
    assert.equal(renamed.text, await fresh('/page/board'));
  });

  it('C1, Z2: are not shared with readers who see other rows', async () => {
    const bob = await server.as('bob');
    await anna.post('/view/diary_form', { title: 'canary of anna' });
    await bob.post('/view/diary_form', { title: 'canary of bob' });
    for (let i = 0; i < 4; i++) {
      for (const [reader, own, foreign] of [
        [anna, 'anna', 'bob'],
        [bob, 'bob', 'anna'],
      ]) {
        const { text } = await asked(`/page/mine?utm=${i}`, reader);
        assert.match(text, new RegExp(`canary of ${own}`));
        assert.doesNotMatch(text, new RegExp(`canary of ${foreign}`));
      }
    }
    const { hits } = await asked('/page/mine?utm=last', bob);
    assert.equal(hits, 2);
  });

  it('C2: are not used once a change came between their look-up and the freshness barrier', async () => {
    await asked('/page/board?y=1');
    await asked('/page/board?y=1b');
    const { stream, rows } = server.data;
    const { caughtUp } = stream;
    const path = '/page/board?y=2&tasks_list:sort=title';
    for (const y of ['y=3', 'y=4']) await asked(path.replace('y=2', y));
    stream.caughtUp = async () => {
      stream.caughtUp = caughtUp;
      await rows.insert(server.system, 'tasks', { title: 'a row just now' });
      return caughtUp();
    };
    assert.match((await anna.get(path)).text, /a row just now/);
  });

  it('L4: keep to their part of the memory', () => {
    const catalog = /** @type {any} */ ({ hasTable: () => false });
    const fragments = createFragments({
      data: { catalog: () => catalog },
      versions: { stands: () => true },
      maxBytes: 100_000,
    });
    const stamp = { tables: [], versions: [], generation: 0 };
    const fragment = { index: 1, end: 2, reads: [], varies: { user: false, zone: false, time: false } };
    for (let i = 0; i < 100; i++) {
      const context = /** @type {any} */ ({ catalog, response: { req: { originalUrl: `/page/a?${i}` } } });
      const page = { reading: createReading(), stampOf: () => stamp };
      const own = fragments.begin(context, VISITORS, page);
      const alone = { ...fragment, takesMarks: false, isFor: () => true };
      assert.equal(own.open(alone), null, 'it is asked for once');
      own.open(alone)?.keep('x'.repeat(2000), null);
      own.finish();
    }
    const { kept, bytes } = fragments.counts();
    assert.ok(kept > 10 && bytes <= 100_000, `${kept} in ${bytes} bytes`);
  });
});
