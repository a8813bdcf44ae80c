import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from './testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let admin;
/** Every address that is read with GET. @type {string[]} */
let addresses;

/** Numbers and places of a list that nobody writes; the last are cursors with wrong contents. */
const STRANGE = [
  ...['Infinity', '-Infinity', 'NaN', '-1', '0', '1.5', '1e21', '1e999', '0x10', ' 1', '9'.repeat(30)],
  ...['2147483648', '9223372036854775808', "'--", '\0', '\ud800', '%', '__proto__', 'x'.repeat(3000)],
  ...['null', '[]', '{"a":1}', '["x",null,[]]', '[1e999]'].map((text) => Buffer.from(text).toString('base64url')),
];
const STRANGE_KEYS = ['Infinity', '9'.repeat(30), '-1', '1.5', '1e21', '9007199254740993', '9223372036854775808', 'x'];
const IDS = ['01a1fe32-c818-73e7-90aa-90a2c3169083'];

before(async () => {
  server = await startTestServer({ logLevel: 'error' });
  const { data, system } = server;
  await data.edit(system, 'change-settings', { changes: { apiPerMinute: 0 } });
  await data.edit(system, 'add-table', {
    name: 'things',
    history: true,
    fields: [
      { name: 'title', type: 'text' },
      { name: 'n', type: 'integer' },
      { name: 'd', type: 'decimal' },
      { name: 'on', type: 'date' },
      { name: 'at', type: 'date_time' },
      { name: 'took', type: 'duration' },
    ],
  });
  const parent = { name: 'parent', type: 'relation', attributes: { table: 'things' } };
  await data.edit(system, 'add-field', { table: 'things', field: parent });
  await data.edit(system, 'generate-views', { table: 'things' });
  await data.people.groups.create(system, { name: 'crew', label: 'Crew', roles: [] });
  await data.rows.insert(system, 'things', { title: 'one', n: 1 });
  admin = await server.as('admin');
  const ofAdmin = (await server.runtime.screens.load()).flatMap((/** @type {any} */ screen) =>
    screen
      .routes(server.runtime)
      .stack.filter((/** @type {any} */ { route }) => route?.methods.get)
      .map((/** @type {any} */ { route }) => `/admin${screen.path}${route.path}`.replace(/\/$/, '')),
  );
  const ofApi = server.runtime.endpoints
    .filter((/** @type {any} */ { method, isStream }) => method === 'GET' && !isStream)
    .map((/** @type {any} */ { path }) => `/api/v1/${path}`);
  const views = data.catalog().views.map((/** @type {any} */ { name }) => `/view/${name}`);
  addresses = [...ofAdmin, ...ofApi, ...views, '/api/v1/changes?table=things', '/login', '/account'];
});
after(() => server?.close());

/** What the steps of an address are filled with. @param {string} path @param {Record<string, string>} [names] */
function filled(path, names = {}) {
  const known = { table: 'things', field: 'title', view: 'things_list', page: 'front', role: 'staff', group: 'crew' };
  const id = path.includes('/:table/') ? '1' : IDS[0];
  return path.replace(/:(\w+)/g, (_, name) => names[name] ?? /** @type {any} */ (known)[name] ?? id);
}

/** @param {string} address */
async function answerOf(address) {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
  const headers = { cookie, accept: 'text/html', 'accept-encoding': 'identity' };
  const answer = await fetch(server.url + address, { redirect: 'manual', headers });
  const isStream = answer.headers.get('content-type')?.includes('event-stream');
  const text = isStream ? '' : await answer.text();
  if (isStream) await answer.body?.cancel();
  assert.ok(answer.status < 500, `${answer.status} for ${address.slice(0, 200)}: ${text.slice(0, 300)}`);
  assert.doesNotMatch(text, /syntax error|SQLSTATE|invalid input|out of range for type/i, address.slice(0, 200));
}

/**
 * The names of parameters that an address looks at, found by watching.
 *
 * @param {string} address
 * @returns {Promise<Set<string>>}
 */
async function namesAskedBy(address) {
  /** @type {Set<string>} */
  const names = new Set();
  const { get, getAll, has } = URLSearchParams.prototype;
  for (const [name, read] of Object.entries({ get, getAll, has }))
    /** @type {any} */ (URLSearchParams.prototype)[name] = function asked(
      /** @type {string} */ key,
      /** @type {any[]} */ ...more
    ) {
      names.add(key);
      return /** @type {any} */ (read).call(this, key, ...more);
    };
  try {
    await answerOf(address);
  } finally {
    Object.assign(URLSearchParams.prototype, { get, getAll, has });
  }
  return names;
}

/** Lists take conditions on any field and more than they ask for by name. @param {string} address */
function moreNames(address) {
  const fields = ['n', 'd.gt', 'on', 'at.lt', 'took', 'parent', 'parent.has', 'id', 'id.in'];
  const lists = ['limit', 'after', 'before', 'sort', 'count', 'group', 'aggregate', 'q', 'filter', 'fields', 'expand'];
  if (/\/rows$|^\/view\/|\/data$/.test(address)) return [...lists, ...fields];
  return address.includes('/changes?') ? ['table', 'last_event_id', 'kind'] : [];
}

/** Names that were tried with every value, at the first address that looks at them. @type {Set<string>} */
const tried = new Set();

/**
 * All values where a name comes first, a third of them elsewhere, each time another: one reader of parameters serves
 * many addresses. STRANGE=all tries all everywhere.
 *
 * @param {string} name @param {number} turn
 */
function valuesFor(name, turn) {
  if (process.env.STRANGE === 'all' || !tried.has(name)) {
    tried.add(name);
    return STRANGE;
  }
  return STRANGE.filter((_, i) => (i + turn) % 3 === 0);
}

describe('I1: a strange number or place', () => {
  it('in any parameter of any address is answered in words', async () => {
    assert.ok(addresses.length > 80, String(addresses.length));
    const seen = new Set();
    for (const path of addresses) {
      const address = filled(path);
      for (const name of [...(await namesAskedBy(address)), ...moreNames(path)]) {
        // What every page looks at needs to be tried on one of them.
        const of = /^(done|panel)$/.test(name) ? name : `${path} ${name}`;
        if (seen.has(of)) continue;
        seen.add(of);
        for (const value of valuesFor(name, seen.size))
          await answerOf(
            `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams([[name, value.toWellFormed()]])}`,
          );
      }
    }
    assert.ok(seen.size > 150, String(seen.size));
  });

  it('in place of a key is answered in words', async () => {
    for (const path of addresses.filter((one) => one.includes(':')))
      for (const key of STRANGE_KEYS) {
        await answerOf(filled(path, { id: key, ...(!path.includes('/:table/') && { table: key }) }));
      }
  });
});
