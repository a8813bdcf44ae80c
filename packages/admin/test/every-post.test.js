import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '@plinth/server/testing';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {string[]} */
let paths;
/** What a step of an address stands for, as it is there; `unknown` is tried besides. @type {Record<string, string>} */
const known = { table: 'things', field: 'title', view: 'list_of_things', page: 'front', role: 'staff', group: 'crew' };

before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  await data.edit(system, 'add-table', { name: 'things', fields: [{ name: 'title', type: 'text' }], history: true });
  await data.edit(system, 'generate-views', { table: 'things' });
  await data.people.groups.create(system, { name: 'crew', label: 'Crew', roles: [] });
  paths = (await server.runtime.screens.load()).flatMap((screen) =>
    /** @type {any} */ (screen.routes(/** @type {any} */ (server.runtime))).stack
      .filter((/** @type {any} */ { route }) => route?.methods.post)
      .map((/** @type {any} */ { route }) => `/admin${screen.path}${route.path}`.replace(/\/$/, '')),
  );
});
after(() => server?.close());

/** @param {string} path @param {Record<string, string>} [names] */
const filled = (path, names = {}) =>
  path.replace(/:(\w+)/g, (_, name) => names[name] ?? '01a1fe32-c818-73e7-90aa-90a2c3169083');

describe('every address of the admin that takes a form', () => {
  it('is found by this test', () => assert.ok(paths.length > 70, String(paths.length)));

  it('A1: does nothing for a form of another site', async () => {
    const admin = await server.as('admin');
    const { version } = server.data.catalog();
    for (const path of paths) {
      const answer = await admin.post(filled(path, known), {}, { 'sec-fetch-site': 'cross-site' });
      assert.equal(answer.status, 403, path);
    }
    assert.equal(server.data.catalog().version, version);
  });

  it('I1: answers an empty or a strange form in words, whatever the address names', async () => {
    const admin = await server.as('admin');
    const strange = {
      op: 'x:y',
      id: ['a', 'b'],
      label: '\u0000',
      name: '../x',
      roles: 'nobody',
      all: 'many',
      entry: '{}',
    };
    const endless = ['Infinity', '9'.repeat(30)].map((number) =>
      Object.fromEntries(
        ['id', 'all', 'for.all', 'count', 'b.count', 'index', 'entry', 'before', 'version', 'at', 'limit', 'days'].map(
          (name) => [name, number],
        ),
      ),
    );
    /** @param {string} address @param {Record<string, any>} values */
    const sent = async (address, values) => {
      const { status } = await admin.post(address, values);
      assert.ok(status < 500, `${status} ${address} ${JSON.stringify(values)}`);
    };
    for (const path of paths) {
      for (const values of [{}, strange, ...endless]) await sent(filled(path, known), values);
      if (path.includes(':')) await sent(filled(path), strange);
    }
  });
});
