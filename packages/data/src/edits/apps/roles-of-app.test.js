import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { admin, openSite } from '../definitions/testing/edit-site.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site?.close());

const OWN = ['seller', 'closer', 'auditor', 'guest', 'bystander', 'late'];

describe('an exported app', () => {
  it('includes each role mentioned anywhere, and those it inherits, so that it can be installed elsewhere', async () => {
    const { data, edit } = site;
    for (const name of OWN) await edit('add-role', { role: { name, label: name } });
    // What a role includes may have been made after it.
    await edit('change-role', { role: 'seller', changes: { inherits: 'late' } });
    await edit('add-app', { name: 'shop', label: 'Shop' });
    await edit('add-table', {
      name: 'deals',
      app: 'shop',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'price', type: 'integer' },
      ],
      access: { seller: { read: 'all' }, user: { read: { rule: '"auditor" in user.roles' } } },
    });
    await edit('set-access', { table: 'deals', fields: { price: { read: ['closer'], write: null } } });
    await edit('add-page', {
      page: { name: 'front', title: 'Front', app: 'shop', layout: { id: 'r', type: 'stack' } },
    });
    const item = { kind: 'page', label: 'Front', target: 'front', roles: ['guest'] };
    await edit('change-menu', { items: [item] });
    const document = await data.apps.export(admin, 'shop');
    const names = (document.roles ?? []).map(({ name }) => name);
    assert.deepEqual(names, ['late', 'seller', 'closer', 'auditor', 'guest']);
    await edit('remove-app', { app: 'shop' });
    for (const role of OWN) await edit('remove-role', { role });
    await data.apps.install(admin, document);
    assert.deepEqual((await data.apps.export(admin, 'shop')).roles, document.roles);
    assert.deepEqual(data.catalog().table('deals').field('price').access?.read, ['closer']);
  });
});
