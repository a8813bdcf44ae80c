import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

/** Takes 8 GB where each call repeats its argument. */
const NESTED = `row.text${'.padStart(900, "x")'.repeat(14)} != ""`;
/** Short and valid, but more than one expression may cost. */
const TOO_MUCH =
  Array(12)
    .fill(`row${'.parent'.repeat(30)}.n`)
    .join(' + ') + ' > 1';
const TOO_LARGE = /too large/;

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
let token = '';
before(async () => {
  server = await startTestServer({ logLevel: 'error' });
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'notes',
    access: { public: { read: 'all' } },
    fields: [
      { name: 'text', type: 'text' },
      { name: 'n', type: 'integer' },
    ],
  });
  const parent = { name: 'parent', type: 'relation', attributes: { table: 'notes' } };
  await data.edit(system, 'add-field', { table: 'notes', field: parent });
  await data.rows.insert(system, 'notes', { text: 'a', n: 1 });
  const admin = await server.as('admin');
  ({ token } = await data.people.apiTokens.create(system, admin.user.id, { name: 'x' }));
});
after(() => server?.close());

/** @param {string} path @param {RequestInit} [init] */
async function ask(path, init) {
  const answer = await fetch(`${server.url}${path}`, init);
  return { status: answer.status, body: /** @type {any} */ (await answer.json()) };
}

/** @param {unknown} filter */
const tool = (filter) =>
  ask('/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_rows', arguments: { table: 'notes', filter } },
    }),
  });

describe('expressions that would cost the database too much', () => {
  it('L6: a visitor can filter with nested calls, and is refused if they are too large', async () => {
    const list = (/** @type {string} */ filter) =>
      ask(`/api/v1/tables/notes/rows?filter=${encodeURIComponent(filter)}`);
    const fine = await list(NESTED);
    assert.deepEqual([fine.status, fine.body.rows?.length], [200, 1], JSON.stringify(fine.body));
    const refused = await list(TOO_MUCH);
    assert.equal(refused.status, 422);
    assert.equal(refused.body.code, 'EXPRESSION_INVALID');
    assert.match(JSON.stringify(refused.body), TOO_LARGE);
  });

  it('L6: the same for the changes of a table', async () => {
    const refused = await ask(`/api/v1/changes?table=notes&filter=${encodeURIComponent(TOO_MUCH)}`);
    assert.equal(refused.status, 422);
    assert.match(JSON.stringify(refused.body), TOO_LARGE);
  });

  it('L6: the same for agents', async () => {
    const fine = await tool({ expression: NESTED });
    assert.equal(fine.body.result.structuredContent.rows.length, 1);
    const any = Array(100).fill({ expression: NESTED });
    for (const filter of [{ expression: TOO_MUCH }, { any }]) {
      const refused = await tool(filter);
      assert.equal(refused.body.result.isError, true);
      assert.match(refused.body.result.content[0].text, TOO_LARGE);
    }
  });

  it('L6: the same for saved expressions: rules, formulas, defaults', async () => {
    const { data, system } = server;
    const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
    const refused = { code: 'INPUT_INVALID', message: TOO_LARGE };
    const access = { public: { read: { rule: TOO_MUCH } } };
    await assert.rejects(edit('set-access', { table: 'notes', access }), refused);
    const constraints = [{ kind: 'rule', rule: TOO_MUCH, message: 'No' }];
    await assert.rejects(edit('set-constraints', { table: 'notes', constraints }), refused);
    for (const stored of [false, true]) {
      const field = { name: 'f', type: 'boolean', formula: TOO_MUCH, stored };
      await assert.rejects(edit('add-field', { table: 'notes', field }), refused);
    }
    await edit('add-field', { table: 'notes', field: { name: 'g', type: 'boolean', formula: NESTED } });
    await edit('set-access', { table: 'notes', access: { public: { read: { rule: NESTED } } } });
    const { rows } = (await ask('/api/v1/tables/notes/rows')).body;
    assert.equal(rows[0].g, true);
  });
});
