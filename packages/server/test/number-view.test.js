import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
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
