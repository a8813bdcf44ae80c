import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** Who asks, by what sends it. @type {Record<string, Record<string, string>>} */
const asked = {};
/** @type {any} */
let member;
/** @type {Record<string, any>} */
const id = {};

const everything = { read: 'all', create: 'all', update: 'all', delete: 'all' };
const hidden = { read: ['admin'], write: ['admin'] };

/**
 * Posts are for members; vaults for nobody. A post leads to a vault, a vault to a post, and the fields of both hold
 * everything that could be told: formulas, JSON, relations of each kind, a table of the same name as a field.
 */
async function addTables() {
  const { data, system } = server;
  const add = (/** @type {any} */ input) => data.edit(system, 'add-table', input);
  const field = (/** @type {string} */ table, /** @type {any} */ one) =>
    data.edit(system, 'add-field', { table, field: one });
  const link = (/** @type {string} */ name, /** @type {string} */ type, /** @type {string} */ table, more = {}) => ({
    name,
    type,
    attributes: { table },
    ...more,
  });
  await add({
    name: 'vaults',
    history: true,
    fields: [
      { name: 'qcode', type: 'text' },
      { name: 'qdocs', type: 'json' },
      { name: 'qkeeper', type: 'user' },
    ],
  });
  await add({
    name: 'posts',
    access: { user: everything, public: { read: 'all' } },
    display: 'title',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'facts', type: 'json' },
      { name: 'wage', type: 'integer', access: hidden },
      { name: 'jnotes', type: 'json', access: hidden },
      { name: 'qtotal', type: 'integer', formula: 'row.wage + 1' },
      link('deposit', 'relation', 'vaults'),
      link('qsafes', 'many_to_many', 'vaults', { access: hidden }),
      link('kdeposits', 'many_to_many', 'vaults'),
    ],
  });
  await field('posts', link('parent', 'relation', 'posts'));
  await field('posts', link('qboss', 'relation', 'posts', { access: hidden }));
  await field('vaults', link('qpost', 'relation', 'posts'));
  await field('vaults', link('qvault', 'relation', 'vaults'));
  await add({
    name: 'remarks',
    access: { user: everything },
    fields: [
      { name: 'text', type: 'text' },
      // First, as the one that the table's name alone could be taken for.
      link('qpost', 'relation', 'posts', { access: hidden }),
      link('post', 'relation', 'posts'),
      link('deposit', 'relation', 'vaults'),
    ],
  });
  id.vault = (await data.rows.insert(system, 'vaults', { qcode: 'x9', qdocs: { a: 1 } })).id;
  const post = {
    title: 'one',
    wage: 4711,
    jnotes: { a: 1 },
    facts: { a: 1 },
    deposit: id.vault,
    kdeposits: [id.vault],
  };
  id.post = (await data.rows.insert(system, 'posts', post)).id;
  await data.rows.insert(system, 'remarks', { text: 'shown', post: id.post });
  await data.edit(system, 'generate-views', { table: 'posts', roles: ['user'] });
}

before(async () => {
  server = await startTestServer({ logLevel: 'warn' });
  const { data, system } = server;
  await data.edit(system, 'change-settings', { changes: { apiPerMinute: 0 } });
  await addTables();
  member = await server.as('user');
  const token = (/** @type {any} */ user, scope = {}) =>
    data.people.apiTokens.create(system, user.id, { name: 'x', ...scope });
  const admin = await server.as('admin');
  const bearer = async (/** @type {any} */ made) => ({ authorization: `Bearer ${(await made).token}` });
  asked.member = await bearer(token(member.user));
  asked['a member in a browser'] = { cookie: [...member.cookies].map((pair) => pair.join('=')).join('; ') };
  asked['an admin with a token for posts'] = await bearer(token(admin.user, { tables: ['posts'] }));
  asked.visitor = {};
});
after(() => server?.close());

/** @typedef {{ method?: string, path: string, body?: any, accept?: string, form?: boolean }} Asking */

/** @param {Record<string, string>} who @param {Asking} asking */
async function call(who, { method = 'GET', path, body, accept = 'application/json' }) {
  const answer = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: { ...who, accept, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const isStream = answer.status === 200 && answer.headers.get('content-type')?.includes('event-stream');
  const text = isStream ? 'a stream' : await answer.text();
  if (isStream) await answer.body?.cancel();
  return `${answer.status} ${text}`;
}

const rows = '/api/v1/tables/posts/rows';
const q = encodeURIComponent;
/** @param {any} args */
const tool = (args, name = 'list_rows') => ({
  method: 'POST',
  path: '/mcp',
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { table: 'posts', ...args } } },
});
/** @param {string} text @returns {Asking[]} */
const inExpression = (text) => [
  { path: `${rows}?filter=${q(text)}` },
  { path: `${rows}?filter=${q(text)}`, accept: 'text/csv' },
  { path: `/api/v1/changes?table=posts&filter=${q(text)}`, accept: 'text/event-stream' },
  tool({ filter: { expression: text } }),
];

/**
 * Every way to ask for a field of a post by its path.
 *
 * @param {string} path @returns {Asking[]}
 */
const asField = (path) => [
  ...[
    `${path}=1`,
    `${path}.ne=1`,
    `${path}.gt=1`,
    `${path}.in=1,2`,
    `${path}.contains=a`,
    `${path}.empty=true`,
    `${path}.has=1`,
  ].map((query) => ({ path: `${rows}?${query}` })),
  ...[`sort=${path}`, `sort=-${path}`, `fields=${path}`, `fields=title,${path}`, `group=${path}&aggregate=count`].map(
    (query) => ({
      path: `${rows}?${query}`,
    }),
  ),
  ...['sum', 'avg', 'min', 'max', 'count'].map((name) => ({ path: `${rows}?aggregate=${name}(${path})` })),
  { path: `${rows}?group=${path}:month&aggregate=count` },
  { path: `${rows}?group=title&aggregate=max(${path})` },
  { path: `${rows}?expand=${path}` },
  { path: `${rows}?expand=parent.${path}` },
  { path: `${rows}/${id.post}?fields=${path}` },
  { path: `${rows}/${id.post}?expand=${path}` },
  { path: `${rows}?${path}.a=1` },
  { path: `${rows}?parent.${path}=1` },
  { path: `${rows}?parent.${path}.a.b=1` },
  ...['text/csv', 'application/x-ndjson'].flatMap((accept) => [
    { path: `${rows}?fields=${path}`, accept },
    { path: `${rows}?sort=${path}`, accept },
    { path: `${rows}?${path}=1`, accept },
  ]),
  { path: `/api/v1/changes?table=posts&${path}=1`, accept: 'text/event-stream' },
  { path: `/api/v1/changes?table=posts&fields=${path}`, accept: 'text/event-stream' },
  { method: 'PUT', path: `${rows}?by=${path}`, body: { [path]: 1 } },
  tool({ fields: [path] }),
  tool({ sort: [`-${path}`] }),
  tool({ filter: { field: path, op: 'eq', value: 1 } }),
  tool({ filter: { field: `${path}.a`, op: 'eq', value: 1 } }),
  tool({ filter: { field: 'title', op: 'eq', value: { path } } }),
  tool({ filter: { any: [{ not: { field: path, op: 'strange' } }] } }),
  tool({ filter: { child: path } }),
  tool({ filter: { child: path, where: { field: 'id', op: 'filled' } } }),
  tool({ filter: { child: 'posts.parent', of: path } }),
  tool({ filter: { child: 'posts.parent', where: { field: path, op: 'filled' } } }),
  tool({ filter: { expression: 'true', of: path } }),
  ...inExpression(`row.${path} == 1`),
  ...inExpression(`row.${path} == null`),
  ...inExpression(`row.${path}.a == "x"`),
  ...inExpression(`row.${path}.exists(x, x.id == 1)`),
  ...inExpression(`size(row.${path}) > 0`),
  ...inExpression(`row.parent.${path} == 1`),
  ...inExpression(`row.posts.exists(p, p.${path} == 1)`),
  ...inExpression(`row.posts_parent.sum(p, p.${path}) > 1`),
  ...inExpression(`has(row.${path})`),
  ...inExpression(path),
];

/** Writing to a field of a post. @param {string} name @returns {Asking[]} */
const asInput = (name) => [
  { method: 'POST', path: rows, body: { title: 'x', [name]: 1 } },
  { method: 'PATCH', path: `${rows}/${id.post}`, body: { [name]: 1 } },
  { method: 'PATCH', path: rows, body: [{ id: id.post, [name]: 1 }] },
  ...[{ values: { [name]: 1 } }, { values: {}, expect: { [name]: 1 } }].map((step) => ({
    method: 'POST',
    path: '/api/v1/transactions',
    body: { steps: [{ op: 'update', table: 'posts', id: id.post, ...step }] },
  })),
  { method: 'POST', path: `/api/v1/files?table=posts&field=${name}&name=a.txt`, body: { a: 1 } },
  tool({ values: { title: 'x', [name]: 1 } }, 'create_row'),
  tool({ id: id.post, values: { [name]: 1 } }, 'update_row'),
];

/** What an address says of a view. @param {string} name @returns {Asking[]} */
const asState = (name) =>
  [`${name}=abc`, `${name}=1`, `${name}.gt=abc`, `${name}.in=a,b`, `${name}.empty=true`, `posts.${name}=abc`]
    .concat([`sort=${name}`, `sort=-${name}`, `posts_list:sort=${name}`, `${name}.a=1`, `sort=parent.${name}`])
    .flatMap((query) =>
      ['posts_list', 'posts_edit', `posts_show?id=${id.post}&`].map((view) => ({
        path: `/view/${view}${view.includes('?') ? '' : '?'}${query}`,
        accept: 'text/html',
      })),
    )
    .concat({ path: `/view/posts_edit/choices?field=${name}`, accept: 'application/json' });

/** A table by its name. @param {string} name @returns {Asking[]} */
const asTable = (name) => [
  ...['rows', 'rows/1', 'rows?count=exact', 'rows?filter=row.x'].map((what) => ({
    path: `/api/v1/tables/${name}/${what}`,
  })),
  { method: 'POST', path: `/api/v1/tables/${name}/rows`, body: { a: 1 } },
  { method: 'PATCH', path: `/api/v1/tables/${name}/rows/1`, body: { a: 1 } },
  { method: 'DELETE', path: `/api/v1/tables/${name}/rows/1` },
  { path: `/api/v1/changes?table=${name}`, accept: 'text/event-stream' },
  { path: `/api/v1/changes?view=${name}`, accept: 'text/event-stream' },
  { method: 'POST', path: '/api/v1/transactions', body: { steps: [{ op: 'insert', table: name, values: {} }] } },
  { method: 'POST', path: `/api/v1/files?table=${name}&field=qscan&name=a.txt`, body: { a: 1 } },
  { path: `/view/${name}` },
  { path: `/view/${name}`, accept: 'text/html' },
  { path: `/page/${name}` },
  tool({ table: name }),
  tool({ table: name }, 'describe_table'),
  tool({ table: name, values: {} }, 'create_row'),
  ...inExpression(`row.created_by.${name}.exists(x, true)`),
  ...inExpression(`user.${name}.exists(x, true)`),
];

/** What a member may not know of, with a name of the same length that nothing has. @type {[string, (name: string) => Asking[], string, string][]} */
const secrets = [
  ['a hidden number', asField, 'wage', 'wxzq'],
  ['a hidden JSON field', asField, 'jnotes', 'jxzqjx'],
  ['a formula over a hidden field', asField, 'qtotal', 'qxzqjx'],
  ['a hidden relation', asField, 'qboss', 'qxzqj'],
  ['a hidden list', asField, 'qsafes', 'qxzqjx'],
  ['a field of a table that is hidden', asField, 'deposit.qcode', 'deposit.qxzqj'],
  ['a JSON field of a table that is hidden', asField, 'deposit.qdocs', 'deposit.qxzqj'],
  ['a person of a table that is hidden', asField, 'deposit.qkeeper', 'deposit.qxzqjxz'],
  ['a relation of a table that is hidden', asField, 'deposit.qpost', 'deposit.qxzqj'],
  ['a relation of a table that is hidden to itself', asField, 'deposit.qvault', 'deposit.qxzqjx'],
  ['a way back from a table that is hidden', asField, 'deposit.remarks', 'deposit.qxzqjxz'],
  ['a table that points here', asField, 'vaults', 'qxzqjx'],
  ['a table that points here, by its field', asField, 'vaults_qpost', 'vxzqjx_qxzqj'],
  ['a table that points here by a hidden field', asField, 'remarks_qpost', 'remarks_xpost'],
  ['a table that points to people', asField, 'created_by.vaults', 'created_by.qxzqjx'],
  ['what people have beyond their name', asField, 'created_by.email', 'created_by.qxzqj'],
  ['a hidden number in the address of a view', asState, 'wage', 'wxzq'],
  ['a hidden JSON field in the address of a view', asState, 'jnotes', 'jxzqjx'],
  ['a formula over a hidden field in the address of a view', asState, 'qtotal', 'qxzqjx'],
  ['a hidden relation in the address of a view', asState, 'qboss', 'qxzqj'],
  ['a hidden list in the address of a view', asState, 'qsafes', 'qxzqjx'],
  ['a hidden number as input', asInput, 'wage', 'wxzq'],
  ['a hidden JSON field as input', asInput, 'jnotes', 'jxzqjx'],
  ['a formula over a hidden field as input', asInput, 'qtotal', 'qxzqjx'],
  ['a hidden list as input', asInput, 'qsafes', 'qxzqjx'],
  ['a table', asTable, 'vaults', 'qxzqjx'],
];
/** No answer says any of these but as the name that was asked for; an admin's token may know all of the table it is for. */
const HIDDEN_TABLE = /\bq(code|docs|keeper|post|vault)\b|\bvaults(_\w+)?\b|\bremarks|x9/;
const HIDDEN =
  /\bq(code|docs|keeper|post|vault|safes|boss|total)\b|\bwage\b|\bjnotes\b|\bvaults(_\w+)?\b|\bremarks_qpost\b|4711|x9/;
const isOfTable = (/** @type {string} */ what) => /table/.test(what) && !/hidden field/.test(what);

/** @param {string} text @param {string} name */
const without = (text, name) =>
  text
    .replaceAll(/"request":"\w+"/g, '')
    .replaceAll(/lang="\w*"|nonce="[^"]*"/g, '')
    .replaceAll(name, 'NAME')
    .replaceAll(q(name), 'NAME');

const AT_ONCE = 8;

describe('Z1, Z6, Z10: what a caller may not read is treated like what does not exist', () => {
  for (const [what, ways, secret, missing] of secrets) {
    it(`${what}: ${secret}`, async () => {
      /** @type {any[]} */
      const wrong = [];
      const [there, not] = [ways(secret), ways(missing)];
      const [name, none] = [secret, missing].map((path) => path.slice(path.lastIndexOf('.') + 1));
      for (const [who, headers] of Object.entries(asked)) {
        if (who.includes('token') && !isOfTable(what)) continue;
        if (who === 'visitor' && ways === asField && !isOfTable(what)) continue;
        // Views are for browsers, which ask the rest as tokens do.
        if (who.includes('browser') !== (ways === asState)) continue;
        const judge = async (/** @type {Asking} */ asking, /** @type {number} */ i) => {
          const [one, other] = await Promise.all([call(headers, asking), call(headers, not[i])]);
          const isSame = without(one, name) === without(other, none) && !one.startsWith('5');
          if (!isSame) wrong.push([who, asking, one.slice(0, 500), other.slice(0, 500)]);
          const told = (who.includes('token') ? HIDDEN_TABLE : HIDDEN).exec(without(one, name));
          if (told)
            wrong.push([who, asking, `tells ${told[0]}`, without(one, name).slice(told.index - 300, told.index + 100)]);
        };
        // More at once would be more than one's share.
        for (let from = 0; from < there.length; from += AT_ONCE)
          await Promise.all(there.slice(from, from + AT_ONCE).map((asking, i) => judge(asking, from + i)));
      }
      assert.deepEqual(wrong, []);
    });
  }

  it('admins see everything', async () => {
    const admin = await server.as('admin');
    const { token } = await server.data.people.apiTokens.create(server.system, admin.user.id, { name: 'all' });
    const headers = { authorization: `Bearer ${token}` };
    const known = await call(headers, { path: `${rows}?filter=${q('row.deposit.zzzzzz == 1')}` });
    for (const name of ['qcode', 'qdocs', 'qkeeper']) assert.match(known, new RegExp(`Available here.*${name}`));
    assert.match(await call(headers, { path: `${rows}?filter=${q('row.wege == 1')}` }), /Did you mean \\"wage\\"/);
    assert.match(await call(headers, { path: `${rows}?deposit.qcode=x9` }), /"title":"one"/);
    assert.match(await call(headers, { path: `${rows}?filter=${q('row.vaults.exists(v, v.qcode == "x")')}` }), /^200/);
  });

  it('what a caller may read is still shown and can be followed', async () => {
    const known = await call(asked.member, { path: `${rows}?filter=${q('row.zzzzzz == 1')}` });
    assert.match(known, /Available here: [^"]*remarks/);
    assert.match(known, /Available here: [^"]*title/);
    for (const query of [
      'deposit=1',
      'deposit.id=1',
      'fields=deposit',
      'expand=deposit',
      'expand=kdeposits',
      'filter=row.deposit%20==%201',
      'kdeposits.has=1',
    ])
      assert.match(await call(asked.member, { path: `${rows}?${query}` }), /^200/, query);
    // By its table alone: the other field by which remarks point here is hidden.
    for (const query of [`filter=${q('row.remarks.exists(r, r.text == "shown")')}`, 'expand=remarks'])
      assert.match(await call(asked.member, { path: `${rows}?${query}` }), /^200 .*"title":"one"/, query);
    assert.match(await call(asked.member, { path: `${rows}?expand=remarks` }), /"text":"shown"/);
  });
});
