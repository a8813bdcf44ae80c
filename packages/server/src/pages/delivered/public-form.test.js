import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { createClient, startTestServer } from '../../testing/index.js';

/** @typedef {{ destination: string, destinationView?: string }} Config */

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** Visitors may add rows to each; what they may read says its name. */
const TABLES = /** @type {Record<string, object>} */ ({
  unread: {},
  ruled: { read: { rule: 'row.name == "shown"' } },
  open: { read: 'all' },
});
const DESTINATIONS = /** @type {Record<string, Config>} */ ({
  stay: { destination: 'stay' },
  view: { destination: 'view' },
  back: { destination: 'back' },
});

before(async () => {
  server = await startTestServer({ users: { anna: ['user'] } });
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  for (const [table, read] of Object.entries(TABLES)) {
    const user = { read: 'all', create: 'all', update: 'all' };
    const access = { user, public: { create: 'all', ...read } };
    await edit('add-table', { name: table, fields: [{ name: 'name', type: 'text' }], access });
    const form = node('stack', {}, [node('form_field', { field: 'name' }), node('submit', { label: 'Send' })]);
    const shown = node('stack', {}, [node('field', { field: 'name' })]);
    const add = (/** @type {string} */ name, /** @type {string} */ template, /** @type {any} */ config) =>
      edit('add-view', { view: { name, label: name, template, table, roles: ['public'], config } });
    await add(`${table}_show`, 'show', { layout: shown });
    for (const [name, config] of Object.entries(DESTINATIONS)) {
      await add(`${table}_${name}`, 'edit', { layout: form, destinationView: `${table}_show`, ...config });
    }
  }
});
after(() => server?.close());

/** Where a new row leads. @param {any} by @param {string} view @param {Record<string, string>} [values] */
async function sent(by, view, values = {}) {
  const { status, location } = await by.post(`/view/${view}?name=preset`, { name: 'n', ...values });
  assert.equal(status, 303, view);
  return location;
}

describe('the address after a form was sent', () => {
  it('Z6: by a visitor: "stay" opens the empty form, without key or count', async () => {
    const visitor = createClient(server.url);
    for (const table of Object.keys(TABLES)) {
      assert.equal(await sent(visitor, `${table}_stay`), `/view/${table}_stay?name=preset`);
      assert.equal(await sent(visitor, `${table}_stay`, { _return: '/page/contact?a=b' }), '/page/contact?a=b');
      const page = await visitor.get(`/view/${table}_stay`);
      assert.match(page.text, /<form class="pl-form"/);
    }
  });

  it('Z6: by a visitor: a view of the row is opened only where visitors may read every row', async () => {
    const visitor = createClient(server.url);
    assert.equal(await sent(visitor, 'unread_view'), '/view/unread_view?name=preset');
    assert.equal(await sent(visitor, 'ruled_view'), '/view/ruled_view?name=preset');
    assert.match((await sent(visitor, 'open_view')) ?? '', /^\/view\/open_show\?id=\d+$/);
    for (const table of Object.keys(TABLES)) {
      assert.equal(await sent(visitor, `${table}_back`), `/view/${table}_back?name=preset`);
    }
  });

  it('names the row if the sender may read it', async () => {
    const anna = await server.as('anna');
    for (const table of Object.keys(TABLES)) {
      assert.match((await sent(anna, `${table}_stay`)) ?? '', new RegExp(`^/view/${table}_stay\\?id=\\d+$`));
      assert.match((await sent(anna, `${table}_view`)) ?? '', new RegExp(`^/view/${table}_show\\?id=\\d+$`));
    }
  });
});
