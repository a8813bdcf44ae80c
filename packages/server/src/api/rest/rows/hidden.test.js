import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
let token = '';
/** @type {number} */
let id;
before(async () => {
  server = await startTestServer({ logLevel: 'warn' });
  const { data, system } = server;
  const everything = { read: 'all', create: 'all', update: 'all', delete: 'all' };
  await data.edit(system, 'add-table', {
    name: 'people',
    access: { user: everything },
    fields: [
      { name: 'name', type: 'text' },
      { name: 'salary', type: 'integer', unique: true },
      { name: 'notes', type: 'json' },
    ],
  });
  const hidden = { read: ['admin'], write: ['admin'] };
  await data.edit(system, 'set-access', { table: 'people', fields: { salary: hidden, notes: hidden } });
  const boss = { name: 'boss', type: 'relation', attributes: { table: 'people' } };
  await data.edit(system, 'add-field', { table: 'people', field: boss });
  ({ id } = await data.rows.insert(system, 'people', { name: '=1+1', salary: 4711, notes: { a: 1 } }));
  const { user } = await server.as('user');
  ({ token } = await data.people.apiTokens.create(system, user.id, { name: 'x' }));
});
after(() => server?.close());

/** @param {string} method @param {string} path @param {{ body?: any, accept?: string }} [options] */
async function call(method, path, { body, accept = 'application/json' } = {}) {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, accept, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}
const rows = '/api/v1/tables/people/rows';
const row = (/** @type {string} */ query) => `${rows}/${id}${query}`;
/** @param {any} filter */
const byAgent = (filter) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_rows', arguments: { table: 'people', ...filter } },
});
const cel = (/** @type {string} */ text) => `${rows}?filter=${encodeURIComponent(text)}`;

describe('a field that one may not read is answered like one that is not there', () => {
  /** What is asked of a field: method, address, body, what is accepted. @type {Record<string, (f: string) => [string, string, any?, string?]>} */
  const ways = {
    'a comparison': (f) => ['GET', `${rows}?${f}=4711`],
    'a comparison by operator': (f) => ['GET', `${rows}?${f}.gt=1`],
    'whether it is empty': (f) => ['GET', `${rows}?${f}.empty=false`],
    'along a relation': (f) => ['GET', `${rows}?boss.${f}=1`],
    'an order': (f) => ['GET', `${rows}?sort=-${f}`],
    'a column': (f) => ['GET', `${rows}?fields=name,${f}`],
    'a column of one row': (f) => ['GET', row(`?fields=${f}`)],
    'an expansion': (f) => ['GET', `${rows}?expand=${f}`],
    'an expansion of one row': (f) => ['GET', row(`?expand=boss.${f}`)],
    'a column of a CSV': (f) => ['GET', `${rows}?fields=name,${f}`, undefined, 'text/csv'],
    'a column of a CSV along a relation': (f) => ['GET', `${rows}?fields=boss.${f}`, undefined, 'text/csv'],
    'a column of a stream': (f) => ['GET', `${rows}?fields=boss.${f}`, undefined, 'application/x-ndjson'],
    'an order of a CSV': (f) => ['GET', `${rows}?sort=boss.${f}`, undefined, 'text/csv'],
    'whether a list has one': (f) => ['GET', `${rows}?${f}.has=1`],
    'a total': (f) => ['GET', `${rows}?aggregate=sum(${f})`],
    'a group': (f) => ['GET', `${rows}?group=${f}&aggregate=count`],
    'a place within it': (f) => ['GET', `${rows}?${f}.a=1`],
    'Z7: a condition': (f) => ['GET', cel(`row.name == "x" || !(row.${f} == 4711)`)],
    'Z7: a condition beyond a relation': (f) => ['GET', cel(`row.people.exists(p, p.${f} == 4711)`)],
    'a unique key': (f) => ['PUT', `${rows}?by=${f}`, { [f]: 4711 }],
    'a value': (f) => ['POST', rows, { name: 'x', [f]: 1 }],
    'a changed value': (f) => ['PATCH', row(''), { [f]: 1 }],
    'a value of several rows': (f) => ['PATCH', rows, [{ id, [f]: 1 }]],
    'a value within a transaction': (f) => [
      'POST',
      '/api/v1/transactions',
      { steps: [{ op: 'update', table: 'people', id, values: { [f]: 1 } }] },
    ],
    'what a row must still have': (f) => [
      'POST',
      '/api/v1/transactions',
      { steps: [{ op: 'update', table: 'people', id, values: {}, expect: { [f]: 4711 } }] },
    ],
    'Z7: a nested condition of an agent': (f) => [
      'POST',
      '/mcp',
      byAgent({ filter: { any: [{ not: { all: [{ field: f, op: 'eq', value: 4711 }] } }] } }),
    ],
    'Z7: a list of an agent': (f) => [
      'POST',
      '/mcp',
      byAgent({ filter: { child: 'people.boss', where: { field: f, op: 'in', value: [4711] } } }),
    ],
    'an order of an agent': (f) => ['POST', '/mcp', byAgent({ sort: [`-${f}`] })],
    'a column of an agent': (f) => ['POST', '/mcp', byAgent({ fields: [f] })],
  };
  for (const [name, way] of Object.entries(ways)) {
    it(name.startsWith('Z7') ? name : `Z6: ${name}`, async () => {
      const [hidden, missing] = await Promise.all(
        ['salary', 'salarx'].map(async (field) => {
          const [method, path, body, accept] = way(field);
          const { status, text } = await call(method, path, { body, accept });
          return `${status} ${text.replaceAll(/"request":"\w+"/g, '').replaceAll(field, 'FIELD')}`;
        }),
      );
      assert.equal(hidden, missing);
      assert.doesNotMatch(hidden, /4711/.test(JSON.stringify(way('salary'))) ? /$^/ : /4711/);
    });
  }

  it('Z8: a search finds nothing in it, and no description tells of it', async () => {
    assert.equal(JSON.parse((await call('GET', `${rows}?q=4711&count=exact`)).text).count, 0);
    for (const path of ['/api/v1/catalog', '/api/v1/openapi.json', '/api/v1/docs'])
      assert.doesNotMatch((await call('GET', path)).text, /salary/, path);
  });

  it('I8: a cell that a spreadsheet would run comes out of a CSV as text', async () => {
    const { text } = await call('GET', `${rows}?fields=name`, { accept: 'text/csv' });
    assert.doesNotMatch(text, /^"?=/m);
    assert.match(text, /=1\+1/);
    assert.match((await call('GET', `${rows}?fields=name`, { accept: 'application/x-ndjson' })).text, /"=1\+1"/);
  });
});
