import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;

/** @param {string} name @param {Record<string, unknown>} config */
const addView = (name, config) =>
  server.data.edit(server.system, 'add-view', {
    view: { name, label: name, template: 'number', table: 'sales', roles: ['user'], config },
  });

before(async () => {
  server = await startTestServer({ users: { ann: ['user'] } });
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'sales',
    access: { user: { read: { rule: 'row.secret == false' } } },
    fields: [
      { name: 'amount', type: 'integer' },
      { name: 'day', type: 'date' },
      { name: 'secret', type: 'boolean', default: false },
    ],
  });
  const { db } = /** @type {any} */ (data);
  await db.query(`insert into app.sales (amount, day, secret) values
    (30, current_date, false), (20, date_trunc('month', current_date) - interval '3 days', false),
    (1000, current_date, true), (5, date_trunc('month', current_date) - interval '70 days', false)`);
  await addView('sum', { aggregate: 'sum', field: 'amount', target: 110 });
  await addView('compared', { aggregate: 'sum', field: 'amount', by: 'day', period: 'month' });
});
after(() => server?.close());

/** A page with these elements. @param {string} name @param {[string, Record<string, unknown>][]} elements */
const addPage = (name, elements) =>
  server.data.edit(server.system, 'add-page', {
    page: {
      name,
      title: name,
      roles: ['public'],
      layout: node(
        'stack',
        {},
        elements.map(([type, settings]) => node(type, settings)),
      ),
    },
  });
/** @param {string} who @param {string} page */
const textOf = async (who, page) => (await (await server.as(who)).get(`/page/${page}`)).text;
/** @param {string} text */
const stats = (text) => [...text.matchAll(/<div class="pl-stat">([^<]*)</g)].map(([, value]) => value);

/** @param {string} who @param {string} view */
const stat = async (who, view) => {
  const { text } = await (await server.as(who)).get(`/view/${view}`);
  return (
    text.match(/<div class="pl-stat">([^<]*)</)?.[1] +
    ' ' +
    (text.match(/pl-figure-note">(?:<b>)?[^<]*(?:<\/b> )?[^<]*</g) ?? []).join(' ')
  );
};

describe('a number over rows', () => {
  it('Z1: counts only what the reader may read, and the target is measured by that', async () => {
    assert.match(await stat('ann', 'sum'), /^55 .*50% of 110/);
    assert.match(await stat('admin', 'sum'), /^1,055 .*959% of 110/);
  });

  it('Z1: compares this month with the last one by rows that the reader may read', async () => {
    assert.match(await stat('ann', 'compared'), /^30 .*This month.*\+50%.*from 20 last month/);
    assert.match(await stat('admin', 'compared'), /^1,030 /);
  });

  it('follows a change at once, whoever has it in memory', async () => {
    const ann = await server.as('ann');
    await ann.get('/view/sum');
    await server.data.rows.insert(server.system, 'sales', { amount: 10, day: null, secret: false });
    assert.match(await stat('ann', 'sum'), /^65 /, 'a change counts at once');
  });
});

describe('number and progress tiles on a page', () => {
  const sum = { table: 'sales', aggregate: 'sum', field: 'amount' };
  const compared = { ...sum, by: 'day', period: 'month', title: 'Sold' };
  const progress = { ...sum, target: 130, title: 'Goal' };

  it('Z1: show what the reader may read, each beside the other, with titles and comparison', async () => {
    await addPage('tiles', [
      ['number_tile', { table: 'sales', filter: { field: 'amount', op: 'gte', value: 20 } }],
      ['number_tile', compared],
      ['progress_tile', progress],
    ]);
    const ann = await textOf('ann', 'tiles');
    assert.deepEqual(stats(ann), ['2', '30', '65']);
    for (const part of [/>Sold</, />Goal</, /\+50%<\/b> from 20 last month/, /aria-label="50% of 130"/])
      assert.match(ann, part);
    assert.deepEqual(stats(await textOf('admin', 'tiles')), ['3', '1,030', '1,065']);
    assert.deepEqual(server.data.catalog().problems, []);
  });

  it('Z1: show nobody else a number, nor one of a field that they may not read', async () => {
    assert.deepEqual(
      stats(await textOf('public', 'tiles')).filter((value) => /[1-9]/.test(value)),
      [],
    );
    await server.data.edit(server.system, 'set-access', {
      table: 'sales',
      fields: { amount: { read: [], write: [] } },
    });
    assert.deepEqual(stats(await textOf('ann', 'tiles')), ['0', '0', '0']);
    assert.deepEqual(stats(await textOf('admin', 'tiles')), ['3', '1,030', '1,065']);
    await server.data.edit(server.system, 'set-access', {
      table: 'sales',
      fields: { amount: { read: null, write: null } },
    });
  });

  it('ask in one round trip and follow a change at once', async () => {
    await textOf('ann', 'tiles');
    await server.data.rows.insert(server.system, 'sales', { amount: 65, day: null, secret: false });
    const text = await textOf('ann', 'tiles');
    assert.deepEqual(stats(text), ['3', '30', '130']);
    assert.match(text, /aria-label="100% of 130"/);
  });

  it('are problems of the page where their settings are wrong, and leave the rest as it is', async () => {
    await addPage('half', [
      ['number_tile', { table: 'sales', aggregate: 'sum' }],
      ['number_tile', sum],
    ]);
    assert.deepEqual(stats(await textOf('admin', 'half')), ['1,130']);
  });

  it('follow their table when it is renamed', async () => {
    const changes = { name: 'deals' };
    await server.data.edit(server.system, 'change-table', { table: 'sales', changes });
    await server.data.edit(server.system, 'change-field', {
      table: 'deals',
      field: 'amount',
      changes: { name: 'worth' },
    });
    assert.equal(stats(await textOf('admin', 'tiles')).at(-1), '1,130');
  });
});
