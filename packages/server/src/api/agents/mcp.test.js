import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import Ajv from 'ajv/dist/2020.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { until } from '@plinth/data/testing';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, string>} */
const tokens = {};
let calls = 0;

before(async () => {
  server = await startTestServer({ users: { ann: ['user'], sue: ['staff'] } });
  const document = server.data.registry
    .all('starterApp')
    .find((/** @type {any} */ known) => known.app.name === 'issue-tracker');
  await server.data.apps.install(server.system, document);
  for (const name of ['admin', 'ann', 'sue']) tokens[name] = await tokenOf(name);
  tokens.reader = await tokenOf('admin', { operations: ['read'] });
});
after(() => server?.close());

/** @param {string} name @param {object} [scope] */
async function tokenOf(name, scope) {
  const { user } = await server.as(name);
  const made = await server.data.people.apiTokens.create(server.system, user.id, { name: 'agent', ...scope });
  return made.token;
}

/** @param {string | null} token @param {any} body @param {Record<string, string>} [headers] */
function post(token, body, headers = {}) {
  return fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** @param {string} who @param {string} method @param {any} [params] */
async function ask(who, method, params) {
  const answer = await post(tokens[who], { jsonrpc: '2.0', id: (calls += 1), method, params });
  assert.equal(answer.status, 200);
  return /** @type {any} */ (await answer.json());
}

/** @param {string} who @param {string} name @param {any} [given] */
async function tool(who, name, given = {}) {
  const { result, error } = await ask(who, 'tools/call', { name, arguments: given });
  if (error) return { protocol: error };
  return result.isError ? { refused: result.content[0].text } : result.structuredContent;
}

describe('the Model Context Protocol', () => {
  it('greets with the requested version, or the newest', async () => {
    const old = await ask('ann', 'initialize', { protocolVersion: '2025-03-26', capabilities: {} });
    assert.equal(old.result.protocolVersion, '2025-03-26');
    const odd = await ask('ann', 'initialize', { protocolVersion: '1999-01-01', capabilities: {} });
    assert.equal(odd.result.protocolVersion, '2025-11-25');
    assert.deepEqual((await ask('ann', 'ping')).result, {});
    assert.equal((await post(tokens.ann, { jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202);
  });

  it('supports the versions that it announces', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    for (const [version, status] of /** @type {[string, number][]} */ ([
      [LATEST_PROTOCOL_VERSION, 200],
      ['2025-06-18', 200],
      ['2025-03-26', 200],
      ['1999-01-01', 400],
      ['', 400],
    ])) {
      const answer = await post(tokens.ann, ping, { 'mcp-protocol-version': version });
      assert.equal(answer.status, status, version);
    }
    const newest = await ask('ann', 'initialize', { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities: {} });
    assert.equal(newest.result.protocolVersion, LATEST_PROTOCOL_VERSION);
    assert.equal((await post(tokens.ann, ping)).headers.get('mcp-session-id'), null);
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await fetch(`${server.url}/mcp`, { method, headers: { authorization: `Bearer ${tokens.ann}` } });
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'], method);
    }
  });

  it('A14: takes nothing from pages of other sites, whatever name they found it by, unless they are named', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const from = async (/** @type {string} */ origin) => (await post(tokens.ann, ping, { origin })).status;
    assert.deepEqual([await from(server.url), await from('https://evil.example'), await from('null')], [200, 403, 403]);
    const options = (/** @type {string} */ origin) =>
      fetch(`${server.url}/mcp`, { method: 'OPTIONS', headers: { origin } });
    assert.equal((await options('https://evil.example')).status, 403);
    const changes = { apiOrigins: 'https://app.example.com' };
    await server.data.edit(server.system, 'change-settings', { changes });
    assert.equal(await from('https://app.example.com'), 200);
    const { status, headers } = await options('https://app.example.com');
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [204, 'https://app.example.com']);
    assert.match(headers.get('access-control-allow-headers') ?? '', /mcp-protocol-version/);
  });

  it('L3: counts calls like the API', async () => {
    await server.data.edit(server.system, 'change-settings', { changes: { apiPerMinute: 10 } });
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const answers = await Promise.all(Array.from({ length: 15 }, () => post(tokens.reader, ping)));
    assert.equal(answers.filter(({ status }) => status === 429).length, 5);
    await server.data.edit(server.system, 'change-settings', { changes: { apiPerMinute: 0 } });
  });

  it('A1: wants a token, and takes no cookie for one', async () => {
    const ann = await server.as('ann');
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const [token, headers] of /** @type {const} */ ([
      [null, {}],
      ['plt_wrong', {}],
      [null, { cookie, origin: server.url }],
    ])) {
      const answer = await post(token, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers);
      assert.equal(answer.status, 401);
      assert.match(JSON.stringify(await answer.json()), /TOKEN_(MISSING|INVALID)/);
    }
  });

  it('offers what the caller may use, and no more', async () => {
    const names = async (/** @type {string} */ who) =>
      (await ask(who, 'tools/list')).result.tools.map((/** @type {any} */ one) => one.name);
    assert.ok((await names('admin')).includes('apply_edit'));
    for (const who of ['ann', 'sue', 'reader']) assert.ok(!(await names(who)).includes('apply_edit'), who);
    assert.ok(!(await names('reader')).includes('create_row'));
    assert.ok((await names('sue')).includes('create_row'));
    const { tools } = (await ask('ann', 'tools/list')).result;
    const table = tools.find((/** @type {any} */ one) => one.name === 'list_rows').inputSchema.properties.table;
    assert.deepEqual(
      table.enum,
      server.data
        .catalog()
        .tables.filter(
          (/** @type {any} */ one) =>
            one.access.user?.read !== undefined && !one.system && one.access.user.read !== 'none',
        )
        .map((/** @type {any} */ { name }) => name),
    );
  });

  it('works on rows with the rights of the caller', async () => {
    const everything = { read: 'all', create: 'all', update: 'all', delete: 'all' };
    await server.data.edit(server.system, 'add-table', {
      name: 'notes',
      access: { staff: everything },
      fields: [{ name: 'title', type: 'text', required: true }],
    });
    const table = 'notes';
    const { tables } = await tool('sue', 'list_tables');
    assert.deepEqual(tables.find((/** @type {any} */ one) => one.name === table).rights, everything);
    const { fields } = await tool('sue', 'describe_table', { table });
    const text = fields.find((/** @type {any} */ one) => one.type === 'text' && one.required).name;
    const { row } = await tool('sue', 'create_row', { table, values: { [text]: 'From an agent' } });
    assert.equal(row[text], 'From an agent');
    const { rows } = await tool('sue', 'list_rows', {
      table,
      filter: { field: text, op: 'eq', value: 'From an agent' },
    });
    assert.deepEqual(
      rows.map((/** @type {any} */ one) => one.id),
      [row.id],
    );
    assert.equal(
      (await tool('sue', 'update_row', { table, id: row.id, values: { [text]: 'Changed' } })).row[text],
      'Changed',
    );
    assert.equal((await tool('sue', 'get_row', { table, id: row.id })).row[text], 'Changed');
    assert.match((await tool('sue', 'get_row', { table, id: 999_999_999 })).refused, /^ROW_NOT_FOUND/);
    assert.match((await tool('sue', 'create_row', { table, values: { nonsense: 1 } })).refused, /nonsense/);
    const counted = await tool('admin', 'list_rows', { table, limit: 1, count: true });
    assert.ok(counted.count >= 1 && counted.rows.length === 1);
  });

  it('takes back what it deleted, and nothing that others deleted (Z3)', async () => {
    await server.data.edit(server.system, 'add-table', {
      name: 'crates',
      history: true,
      access: { user: { read: 'all', create: 'all', update: 'all', delete: 'all' } },
      fields: [{ name: 'word', type: 'text' }],
    });
    const { row } = await tool('ann', 'create_row', { table: 'crates', values: { word: 'kept' } });
    const { deletion } = await tool('ann', 'delete_row', { table: 'crates', id: row.id });
    assert.match((await tool('sue', 'restore_rows', { deletion })).refused, /^DELETION_NOT_FOUND/);
    const restored = await tool('ann', 'restore_rows', { deletion });
    assert.deepEqual(restored, { rows: [{ table: 'crates', id: row.id }], taken: 0, conflicts: [] });
    assert.equal((await tool('ann', 'get_row', { table: 'crates', id: row.id })).row.word, 'kept');
    assert.match((await tool('ann', 'restore_rows', { deletion })).refused, /^ALREADY_RESTORED/);
  });

  it('Z3: knows neither tables nor rows of others', async () => {
    await server.data.edit(server.system, 'add-table', { name: 'secrets', fields: [{ name: 'word', type: 'text' }] });
    const { row } = await tool('admin', 'create_row', { table: 'secrets', values: { word: 'canary' } });
    for (const [name, given] of /** @type {[string, any][]} */ ([
      ['list_rows', {}],
      ['get_row', { id: row.id }],
      ['describe_table', {}],
      ['update_row', { id: row.id, values: { word: 'x' } }],
      ['delete_row', { id: row.id }],
      ['create_row', { values: { word: 'x' } }],
    ])) {
      const answer = JSON.stringify(await tool('ann', name, { table: 'secrets', ...given }));
      assert.doesNotMatch(answer, /canary|"word"/, name);
      assert.match(answer, /TABLE_NOT_FOUND|no tool/, name);
    }
    assert.deepEqual(
      (await tool('ann', 'list_rows', { table: 'users', fields: ['email'] })).refused?.slice(0, 15),
      'TABLE_NOT_FOUND',
    );
  });

  it('Z6: reveals no table beyond a relation that is not for the caller', async () => {
    const { edit } = server.data;
    const target = { name: 'target', type: 'relation', attributes: { table: 'secrets', label: 'word' } };
    await edit(server.system, 'add-table', { name: 'pointers', access: { user: { read: 'all' } }, fields: [target] });
    const described = JSON.stringify(await tool('ann', 'describe_table', { table: 'pointers' }));
    assert.match(described, /"target"/);
    assert.doesNotMatch(described, /secrets|"word"/);
    assert.match(JSON.stringify(await tool('admin', 'describe_table', { table: 'pointers' })), /secrets/);
  });

  it('a preview says what prevents an edit', async () => {
    const { data } = server;
    await data.edit(server.system, 'add-table', { name: 'lengths', fields: [{ name: 'size', type: 'text' }] });
    await data.rows.insert(server.system, 'lengths', { size: 'large' });
    const input = { table: 'lengths', field: 'size', changes: { type: 'integer' } };
    const { blocked } = await tool('admin', 'preview_edit', { edit: 'change-field', input });
    assert.match(blocked, /\w+ \w+/);
    const choices = { table: 'lengths', field: 'size', changes: { type: 'select' } };
    const made = await tool('admin', 'preview_edit', { edit: 'change-field', input: choices });
    assert.equal(made.blocked ?? null, null);
    assert.deepEqual(made.changes[0].after.body.attributes.options[0].value, 'large');
  });

  it('reads views as their readers see them', async () => {
    const { views } = await tool('ann', 'list_views');
    const list = views.find((/** @type {any} */ view) => view.template === 'list');
    const { text, actions } = await tool('ann', 'read_view', { name: list.name });
    assert.ok(text.length > 20 && !text.includes('<'));
    assert.ok(Array.isArray(actions));
    assert.match((await tool('ann', 'read_view', { name: 'nothing_here' })).refused, /NOT_FOUND/);
    assert.match((await tool('ann', 'run_view_action', { name: list.name, node: 'nothing' })).refused, /NOT_FOUND/);
  });

  it('Z15: presses buttons only within the limits of its token', async () => {
    const { data } = server;
    const { row } = await tool('admin', 'create_row', { table: 'notes', values: { title: 'Button' } });
    const layout = { id: 'r', type: 'stack', children: [{ id: 'b', type: 'delete_button' }] };
    const view = { name: 'note_card', template: 'show', table: 'notes', roles: ['staff'], config: { layout } };
    await data.edit(server.system, 'add-view', { view });
    tokens.updater = await tokenOf('admin', { operations: ['read', 'update'] });
    tokens.elsewhere = await tokenOf('admin', { tables: ['lengths'] });
    const { actions } = await tool('admin', 'read_view', { name: 'note_card', state: { id: row.id } });
    const press = (/** @type {string} */ who) =>
      tool(who, 'run_view_action', { name: 'note_card', node: actions[0].node, id: row.id });
    assert.match((await press('reader')).protocol.message, /no tool/);
    for (const who of ['updater', 'elsewhere']) assert.match((await press(who)).refused, /^FORBIDDEN/, who);
    assert.equal((await tool('admin', 'get_row', { table: 'notes', id: row.id })).row.title, 'Button');
    assert.match((await press('admin')).message, /eleted/);
  });

  it('sends what an action asks first, and describes it', async () => {
    const { data, system } = server;
    const access = { staff: { read: 'all', create: 'all', update: 'all', delete: 'none' } };
    const fields = ['title', 'reason'].map((name) => ({ name, type: 'text' }));
    await data.edit(system, 'add-table', { name: 'claims', access, fields });
    const ask = { text: 'Why?', fields: [{ name: 'why', label: 'Why', type: 'text', required: true }] };
    const set = { values: [{ field: 'reason', source: 'expression', expression: 'input.why' }] };
    const steps = [{ do: { action: 'ask_input', config: ask } }, { do: { action: 'update_row', config: set } }];
    const action = { action: 'run_steps', config: { steps } };
    const layout = {
      id: 'r',
      type: 'stack',
      children: [{ id: 'b', type: 'action_button', settings: { label: 'Refuse', action } }],
    };
    const view = { name: 'claim', template: 'show', table: 'claims', roles: ['staff'], config: { layout } };
    await data.edit(system, 'add-view', { view });
    const { id } = (await tool('sue', 'create_row', { table: 'claims', values: { title: 'One' } })).row;
    const { actions } = await tool('sue', 'read_view', { name: 'claim', state: { id } });
    assert.deepEqual(actions[0].input, {
      type: 'object',
      required: ['why'],
      additionalProperties: false,
      properties: { why: { type: 'string', description: 'Why' } },
    });
    const press = (/** @type {object} */ more) =>
      tool('sue', 'run_view_action', { name: 'claim', node: 'b', id, ...more });
    assert.match((await press({})).refused, /^INPUT_INVALID: The action asks first: Why\?/);
    assert.match((await press({ input: {} })).refused, /"input\.why" is required\.$/m);
    assert.match((await press({ input: 'x' })).refused, /^The argument "input" must be of type object\.$/);
    assert.ok((await press({ input: { why: 'Too late' } })).message);
    assert.equal((await tool('sue', 'get_row', { table: 'claims', id })).row.reason, 'Too late');
    assert.match(
      (await tool('ann', 'run_view_action', { name: 'claim', node: 'b', id, input: {} })).refused,
      /NOT_FOUND/,
    );
  });

  it('Z15: starts workflows, answers tasks, calls triggers and functions with the rights of the caller', async () => {
    const { data, system } = server;
    const decide = {
      id: 'ask',
      kind: 'task',
      title: 'Agree?',
      to: 'role',
      notBy: 'nobody',
      toRole: 'staff',
      outcomes: [{ name: 'yes', label: 'Yes' }],
    };
    const workflow = { name: 'consent', label: 'Consent', roles: ['staff'], steps: [decide] };
    await data.edit(system, 'add-workflow', { workflow });
    const fn = {
      name: 'twice',
      label: 'Twice',
      code: 'export default ({ n }) => n * 2;',
      methods: ['POST'],
      roles: ['staff'],
    };
    await data.edit(system, 'add-function', {
      function: { ...fn, params: [{ name: 'n', type: 'integer', required: true }] },
    });
    const log = { do: { action: 'log', config: { text: 'Heard' } } };
    const trigger = {
      name: 'heard',
      label: 'Heard',
      source: 'api_call',
      options: { roles: ['staff'] },
      steps: [log],
      as: 'system',
    };
    await data.edit(system, 'add-trigger', { trigger });

    const known = await tool('sue', 'list_automation');
    assert.deepEqual(
      [known.workflows, known.triggers, known.functions].map((list) => list.map((/** @type {any} */ one) => one.name)),
      [['consent'], ['heard'], ['twice']],
    );
    assert.deepEqual(known.functions[0].input.required, ['n']);
    assert.equal((await tool('sue', 'call_function', { function: 'twice', input: { n: 21 } })).result, 42);
    assert.match(
      (await tool('sue', 'call_function', { function: 'twice', input: { n: 'x' } })).refused,
      /^INPUT_INVALID: [A-Z"]/,
    );
    assert.equal((await tool('sue', 'call_trigger', { trigger: 'heard' })).state, 'done');
    const run = await tool('sue', 'start_workflow', { workflow: 'consent' });
    await until(async () => (await tool('sue', 'list_tasks')).tasks.length === 1);
    const [task] = (await tool('sue', 'list_tasks')).tasks;
    assert.deepEqual([task.title, task.outcomes.map((/** @type {any} */ one) => one.name)], ['Agree?', ['yes']]);

    const empty = await tool('ann', 'list_automation');
    assert.deepEqual(empty, { workflows: [], triggers: [], functions: [] });
    assert.deepEqual((await tool('ann', 'list_tasks')).tasks, []);
    for (const [name, given, code] of /** @type {const} */ ([
      ['start_workflow', { workflow: 'consent' }, 'WORKFLOW_NOT_FOUND'],
      ['get_workflow_run', { run: run.id }, 'RUN_NOT_FOUND'],
      ['answer_task', { task: task.id, outcome: 'yes' }, 'TASK_NOT_FOUND'],
      ['call_trigger', { trigger: 'heard' }, 'TRIGGER_NOT_FOUND'],
      ['call_function', { function: 'twice', input: { n: 1 } }, 'FUNCTION_NOT_FOUND'],
    ]))
      assert.match((await tool('ann', name, given)).refused, new RegExp(`^${code}: [A-Z]`), name);
    assert.match((await tool('reader', 'list_automation')).protocol.message, /no tool/, 'a limited token');

    assert.match((await tool('sue', 'answer_task', { task: task.id, outcome: 'no' })).refused, /^INPUT_INVALID/);
    assert.equal((await tool('sue', 'answer_task', { task: task.id, outcome: 'yes' })).state, 'decided');
    await until(async () => (await tool('sue', 'get_workflow_run', { run: run.id })).state === 'done');
  });

  it('Z15: shows admins what workflows and triggers did, and what went wrong in whole sentences', async () => {
    const { data, system } = server;
    const stop = { action: 'stop', config: { text: 'the shop is closed' } };
    const fail = { id: 'fails', kind: 'action', do: stop };
    await data.edit(system, 'add-workflow', { workflow: { name: 'breaking', label: 'Breaking', steps: [fail] } });
    await data.edit(system, 'add-table', { name: 'pots', fields: [{ name: 'title', type: 'text' }] });
    const steps = [{ do: stop }];
    const trigger = { name: 'potted', label: 'Potted', table: 'pots', events: ['insert'], as: 'system', steps };
    await data.edit(system, 'add-trigger', { trigger });

    const known = (await tool('admin', 'list_automation')).triggers.find(
      (/** @type {any} */ one) => one.name === 'potted',
    );
    const told = { startsBy: 'rows', table: 'pots', events: ['insert'], enabled: true, mayCall: false };
    assert.deepEqual({ ...known, ...told }, known);

    await tool('admin', 'start_workflow', { workflow: 'breaking' });
    await data.rows.insert(system, 'pots', { title: 'Blue' });
    const failed = async (/** @type {string} */ of, /** @type {string} */ name) =>
      (await tool('admin', 'list_runs', { of, name, state: 'failed' })).runs;
    await until(async () => (await failed('workflow', 'breaking')).length === 1);
    await until(async () => (await tool('admin', 'list_runs', { of: 'trigger', name: 'potted' })).runs[0]?.error);
    const [run] = await failed('workflow', 'breaking');
    assert.deepEqual([run.workflow, run.state, run.error.step], ['breaking', 'failed', 'fails']);
    const [{ error, trigger: of, row }] = (await tool('admin', 'list_runs', { of: 'trigger', name: 'potted' })).runs;
    assert.deepEqual([of, row], ['potted', '1']);
    for (const one of [run.error, error]) assert.match(one.message, /^The shop is closed\.$/);

    const all = await tool('admin', 'list_runs', { of: 'workflow' });
    assert.ok(all.runs.length >= 1);
    assert.match(
      (await tool('admin', 'list_runs', { of: 'trigger', name: 'nothing' })).refused,
      /^TRIGGER_NOT_FOUND: T/,
    );
    assert.match((await tool('admin', 'list_runs', { of: 'workflow', name: 'x' })).refused, /^WORKFLOW_NOT_FOUND: T/);
    for (const who of ['sue', 'ann', 'reader'])
      assert.match((await tool(who, 'list_runs', { of: 'workflow' })).protocol.message, /no tool/, who);
  });

  it('lets admins edit the site, shows it first, and takes it back', async () => {
    const input = { table: 'secrets', field: { name: 'hint', type: 'text' } };
    const preview = await tool('admin', 'preview_edit', { edit: 'add-field', input });
    assert.match(JSON.stringify(preview.sql), /add column/);
    assert.ok(!server.data.catalog().table('secrets').hasField('hint'));
    const { revision } = await tool('admin', 'apply_edit', { edit: 'add-field', input });
    assert.ok(server.data.catalog().table('secrets').hasField('hint'));
    const plan = await tool('admin', 'undo_revision', { revision, dry_run: true });
    assert.deepEqual([Object.keys(plan).toSorted(), plan.changes[0].after], [['changes', 'sql', 'warnings'], null]);
    assert.ok(server.data.catalog().table('secrets').hasField('hint'));
    await tool('admin', 'undo_revision', { revision });
    assert.ok(!server.data.catalog().table('secrets').hasField('hint'));
    assert.match(
      (await tool('admin', 'apply_edit', { edit: 'add-field', input: {} })).refused,
      /TABLE_NOT_FOUND|INPUT/,
    );
    for (const who of ['ann', 'sue', 'reader']) {
      assert.equal((await tool(who, 'apply_edit', { edit: 'add-field', input })).protocol.code, -32602, who);
    }
  });

  it('says what each edit takes, with the schemas of the API', async () => {
    const { edits } = await tool('admin', 'list_edits');
    assert.deepEqual(edits.map((/** @type {any} */ { edit }) => edit).toSorted(), server.data.editNames().toSorted());
    assert.equal(
      edits.find((/** @type {any} */ { edit }) => edit === 'add-field').input,
      '{ table: string, field: field, at?: integer, fill?: any }',
    );
    for (const { edit } of edits) {
      const { schema } = await tool('admin', 'describe_edit', { edit });
      assert.ok(JSON.stringify(schema).length < 25_000, `${edit}: ${JSON.stringify(schema).length}`);
      assert.deepEqual(
        (await tool('admin', 'describe_edit', { edit, types: ['all'] })).schema,
        JSON.parse(JSON.stringify(server.data.editSchemas.of(edit))),
      );
    }
    const describe = async (/** @type {any} */ given) => (await tool('admin', 'describe_edit', given)).schema;
    const page = await describe({ edit: 'add-page', types: ['text'] });
    assert.deepEqual(
      page.$defs.node.allOf.map((/** @type {any} */ one) => one.if.properties.type.const),
      ['text'],
    );
    const flow = await describe({ edit: 'add-workflow' });
    assert.ok(flow.$defs.step.properties.kind.enum.includes('task'));
    assert.match(
      (await tool('admin', 'describe_edit', { edit: 'add-wings' })).refused,
      /^EDIT_UNKNOWN: There is no edit/,
    );
    for (const who of ['ann', 'sue', 'reader'])
      assert.equal((await tool(who, 'describe_edit', { edit: 'add-field' })).protocol.code, -32602, who);

    const { components, paths } = await (
      await fetch(`${server.url}/api/v1/openapi.json`, { headers: { authorization: `Bearer ${tokens.admin}` } })
    ).json();
    const body = paths['/edits'].post.requestBody.content['application/json'].schema;
    assert.deepEqual(body, { $ref: '#/components/schemas/Edit' });
    assert.equal(components.schemas.Edit.oneOf.length, edits.length);
    const ajv = new Ajv.default({ strict: false }).addSchema({ $id: 'api', components });
    const isEdit = /** @type {any} */ (ajv.getSchema('api#/components/schemas/Edit'));
    const good = {
      edit: 'add-table',
      input: { name: 'notes', fields: [{ name: 'title', type: 'text' }] },
      dryRun: true,
    };
    assert.ok(isEdit(good), JSON.stringify(isEdit.errors));
    for (const bad of [
      { ...good, edit: 'add-wings' },
      { ...good, input: {} },
      { ...good, input: { name: 'notes', fields: [{ name: 'title', type: 'text', attributes: { wings: 2 } }] } },
    ])
      assert.equal(isEdit(bad), false, JSON.stringify(bad));
    const seen = await (
      await fetch(`${server.url}/api/v1/openapi.json`, { headers: { authorization: `Bearer ${tokens.sue}` } })
    ).text();
    assert.doesNotMatch(seen, /EditPart_|EditInput_/);
  });

  it('describes each tool and each of its arguments, and begins each refusal as a sentence', async () => {
    const { tools } = (await ask('admin', 'tools/list')).result;
    const documented = await readFile(new URL('../../../../../docs/reference/mcp.md', import.meta.url), 'utf8');
    assert.ok(tools.length >= 24, String(tools.length));
    const odd = ['', 'no such thing', -1, 1.5, true, null, [], {}, [{}], { a: 'b' }];
    /** @type {string[]} */
    const wrong = [];
    let refusals = 0;
    for (const { name, description, title, inputSchema, annotations } of tools) {
      const validate = new Ajv.default({ strict: false }).compile(inputSchema);
      const properties = Object.entries(inputSchema.properties);
      for (const [argument, schema] of /** @type {[string, any][]} */ (properties))
        if (!(schema.type || schema.enum || schema.anyOf || schema.oneOf))
          wrong.push(`${name}.${argument} has no type`);
      if (!documented.includes(`\`${name}\``)) wrong.push(`${name} is not documented`);
      if (!/^[A-Z].*\.$/s.test(description) || !/^[A-Z]/.test(title)) wrong.push(`${name}: ${description}`);
      assert.equal(typeof annotations.readOnlyHint, 'boolean', name);
      const required = Object.fromEntries((inputSchema.required ?? []).map((/** @type {string} */ one) => [one, 'x']));
      const tries = [{ surplus: 1 }, {}, required];
      for (const [argument] of properties) for (const value of odd) tries.push({ ...required, [argument]: value });
      for (const given of tries) {
        const { refused } = await tool('admin', name, given);
        if (refused === undefined) {
          if (!validate(given)) wrong.push(`${name} took ${JSON.stringify(given)}`);
          continue;
        }
        refusals++;
        for (const line of refused.replace(/^[A-Z_]+: /, '').split('\n'))
          if (!/^(["“A-Z]|\d).*[.!?:]$/s.test(line)) wrong.push(`${name} ${JSON.stringify(given)}: ${line}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(refusals > 200, String(refusals));
  });

  it('speaks with the official client', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${tokens.sue}` } },
    });
    await client.connect(/** @type {any} */ (transport));
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === 'list_rows'));
    const answer = await client.callTool({ name: 'list_rows', arguments: { table: 'notes' } });
    assert.equal(/** @type {any} */ (answer.structuredContent).rows[0].title, 'Changed');
    await client.close();
  });

  it('I1: answers nonsense with an error and goes on', async () => {
    const bad = /** @type {[any, number][]} */ ([
      ['{', 400],
      ['[]', 400],
      ['['.repeat(1000), 400],
      [[{ jsonrpc: '2.0', id: 1, method: 'ping' }], 400],
      [{ jsonrpc: '1.0', id: 1, method: 'ping' }, 400],
      [{ jsonrpc: '2.0', id: null, method: 'ping' }, 400],
      [{ jsonrpc: '2.0', id: {}, method: 'ping' }, 400],
      [{ jsonrpc: '2.0', id: 1 }, 400],
      [`{"jsonrpc":"2.0","id":1,"method":"ping","params":"${'x'.repeat(1_100_000)}"}`, 413],
      [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: 7 }, 200],
      [{ jsonrpc: '2.0', id: 1, method: 'constructor' }, 200],
    ]);
    for (const [body, status] of bad) {
      const answer = await post(tokens.ann, body);
      assert.equal(answer.status, status, JSON.stringify(body));
      assert.ok(/** @type {any} */ (await answer.json()).error.code < 0);
    }
    assert.equal((await post(tokens.ann, { jsonrpc: '2.0', result: {}, id: 1 })).status, 202);
    // What a model got wrong comes back as the tool's answer, so that it can mend it.
    for (const given of [
      { table: 5 },
      { table: 'notes', limit: 0 },
      { table: 'notes', sort: [5] },
      { nothing: 1 },
      [],
      7,
    ])
      assert.ok((await tool('ann', 'list_rows', given)).refused, JSON.stringify(given));
    assert.deepEqual((await ask('ann', 'ping')).result, {});
  });
});
