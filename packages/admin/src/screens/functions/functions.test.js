import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '@plinth/server/testing';
import { loadTypescript } from '../../testing/load-typescript.js';
import { parser } from '@lezer/javascript';
import { mistakesIn } from '../../assets/functions/check.js';
import { offersAt } from '../../assets/functions/complete.js';
import { inputType } from '../../assets/functions/types/input-type.js';
import { createTypeService } from '../../assets/functions/types/service.js';
import { exampleCode } from './example.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;
before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  await server.data.edit(server.system, 'add-table', {
    name: 'orders',
    access: { user: { read: 'all' } },
    fields: [{ name: 'amount', type: 'integer' }],
  });
});
after(() => server?.close());

const fn = (/** @type {string} */ name) => server.data.catalog().function(name);
/** @param {Record<string, any>} values @param {string} [name] of the function on the page */
const tryIt = async (values, name) =>
  JSON.parse((await admin.post(`/admin/functions/~try${name ? `?function=${name}` : ''}`, values)).text);

describe('the screen of functions', () => {
  it('starts with an example that runs as it is', async () => {
    assert.match((await admin.get('/admin/functions')).text, /No functions yet/);
    const { text } = await admin.get('/admin/functions/~new');
    assert.match(text, /rows\('orders'\)|&#39;orders&#39;/);
    const code = /name="code"[^>]*>\n?([^<]*)/.exec(text)?.[1].replaceAll('&#39;', "'").replaceAll('&gt;', '>') ?? '';
    const tried = await tryIt({ code, input: '{"name":"Ada"}', label: 'x' });
    assert.deepEqual([tried.error, JSON.parse(tried.text)], [null, { hello: 'Ada', rows: [] }]);
    assert.equal(tried.logs[0].text, 'Found 0 rows');
  });

  it('saves a new function, changes it and deletes it', async () => {
    const code = 'export default ({ n }) => n * 2';
    const values = {
      label: 'Twice',
      code,
      methods: ['GET'],
      roles: ['public'],
      'params.0.name': 'n',
      'params.0.type': 'integer',
    };
    const made = await admin.submit('/admin/functions/~new', values);
    assert.equal(made.headers.get('location')?.split('?')[0], '/admin/functions/twice');
    assert.deepEqual(
      [fn('twice').methods, fn('twice').roles, fn('twice').params[0].type],
      [['GET'], ['public'], 'integer'],
    );
    assert.equal(await (await fetch(`${server.url}/fn/twice?n=4`)).text(), '8');
    const screen = await admin.get('/admin/functions/twice');
    assert.match(screen.text, /\/fn\/twice/);
    assert.match((await admin.get('/admin/functions')).text, /Twice/);
    await admin.submit('/admin/functions/twice', { label: 'Double', name: 'double', seconds: '5' });
    assert.deepEqual([fn('double').label, fn('double').seconds, fn('double').code], ['Double', 5, code]);
    await admin.post('/admin/functions/double/delete', {});
    assert.equal(server.data.catalog().hasFunction('double'), false);
  });

  it('says what is wrong beside the fields, and keeps the code', async () => {
    for (const wrong of /** @type {Record<string, string>[]} */ ([
      { label: '' },
      { label: 'A', seconds: '500' },
      { label: 'A', code: '' },
    ])) {
      const { status, text } = await admin.submit('/admin/functions/~new', {
        code: 'export default 1 // kept',
        ...wrong,
      });
      assert.equal(status, 422, JSON.stringify(wrong));
      if (!('code' in wrong)) assert.match(text, /\/\/ kept/);
    }
    assert.equal((await admin.get('/admin/functions/no_such')).status, 404);
  });

  it('shows errors with their lines and what the input lacks', async () => {
    const failed = await tryIt({
      label: 'x',
      code: 'export default () => {\n  throw new Error("<b>no</b>");\n}',
      input: '',
    });
    assert.deepEqual([failed.error.line, failed.error.message], [2, '<b>no</b>']);
    assert.match(failed.error.title, /failed/);
    assert.match((await tryIt({ label: 'x', code: 'export default 1', input: '{' })).error.message, /object/);
    const wanted = {
      label: 'x',
      code: 'export default 1',
      input: '{}',
      'params.0.name': 'n',
      'params.0.type': 'integer',
      'params.0.required': 'true',
    };
    assert.match((await tryIt(wanted)).error.message, /"n" is required/);
  });

  it('Z1: is for admins only', async () => {
    const user = await server.as('user');
    for (const path of ['', '/~new', '/twice']) assert.equal((await user.get(`/admin/functions${path}`)).status, 404);
    assert.notEqual(
      (await user.post('/admin/functions/~try', { code: 'export default () => 1', label: 'x' })).status,
      200,
    );
  });
});

describe('completion in a function', () => {
  const field = (/** @type {string} */ name) => ({ name, label: name.toUpperCase() });
  const schema = {
    tables: {
      orders: { label: 'Orders', fields: [field('amount'), field('due')] },
      people: { label: 'People', fields: [field('name')] },
    },
  };
  /** @param {string} text with | where the cursor is */
  const offered = (text) =>
    offersAt(text.replace('|', ''), text.indexOf('|'), schema, [{ name: 'n', label: '' }])?.options.map(
      ({ label }) => label,
    );
  for (const [what, text, wanted] of /** @type {[string, string, string[] | undefined][]} */ ([
    ['tables', "plinth.rows('|", ['orders', 'people']],
    ['tables while typing', "plinth.rows('or|')", ['orders', 'people']],
    [
      'what plinth has',
      'plinth.|',
      ['rows', 'log', 'fetch', 'mail', 'notify', 'start', 'secrets', 'fail', 'respond', 'user'],
    ],
    ['parameters', 'return input.|', ['n']],
    ['methods of rows', "plinth.rows('orders').|", ['list', 'get', 'insert', 'update', 'remove', 'aggregate']],
    [
      'methods of rows in a variable',
      "const o = plinth.rows('orders');\no.li|",
      ['list', 'get', 'insert', 'update', 'remove', 'aggregate'],
    ],
    [
      'fields of the table named last',
      "plinth.rows('people').list();\nplinth.rows('orders').insert({ |",
      ['amount', 'due'],
    ],
    ['fields of a row', "const [one] = await plinth.rows('people').list();\nreturn one.|", ['name']],
    ['nothing in empty space', 'const a = 1;\n|', undefined],
  ]))
    it(`offers ${what}`, () => assert.deepEqual(offered(text), wanted));

  it('offers options of a list', () => {
    const found = offered("plinth.rows('orders').list({ |") ?? [];
    assert.deepEqual(found.slice(0, 3), ['where', 'filter', 'search']);
    assert.ok(found.includes('amount'));
  });

  it('offers the secrets there are, and keeps those that are ticked', async () => {
    const code = 'export default (input, plinth) => plinth.secrets.get("pay_key").then((key) => key.length)';
    assert.doesNotMatch((await admin.get('/admin/functions/~new')).text, /name="secrets"/);
    await server.data.edit(server.system, 'add-secret', { secret: { name: 'pay_key' } });
    await server.data.secrets.set(server.system, 'pay_key', 'planted-value');
    assert.match((await admin.get('/admin/functions/~new')).text, /name="secrets"/);
    await admin.submit('/admin/functions/~new', { label: 'Pays', code, secrets: ['pay_key'] });
    assert.deepEqual(fn('pays').secrets, ['pay_key']);
    const given = { code, input: '{}', label: 'Pays', secrets: 'pay_key' };
    for (const name of ['pays', 'renamed'])
      assert.equal((await tryIt({ ...given, name }, 'pays')).text, '13', 'as the function on the page');
    await server.data.edit(server.system, 'add-function', { function: { name: 'other', code } });
    for (const page of [undefined, 'other'])
      assert.match((await tryIt({ ...given, name: 'pays' }, page)).error.message, /can't read a secret/);
    assert.match((await tryIt(given, 'no_such')).error.title, /no function "no_such"/);
    const at = /data-adm-fn="([^"]*)"/.exec((await admin.get('/admin/functions/pays')).text)?.[1];
    assert.equal(at, '/admin/functions/~try?function=pays');
    await admin.submit('/admin/functions/pays', { label: 'Pays', secrets: [] });
    assert.deepEqual(fn('pays').secrets, []);
  });

  it('shows the latest runs', async () => {
    const code =
      'export default ({ n }, plinth) => {\n  plinth.log("got <b>", n);\n  if (n < 0) throw new Error("below <zero>");\n}';
    await server.data.edit(server.system, 'add-function', { function: { name: 'runs', code } });
    assert.match((await admin.get('/admin/functions/runs/runs')).text, /No runs yet/);
    for (const n of [1, -1]) await server.data.functions.run(server.system, 'runs', { n }).catch(() => {});
    await server.data.functions.runs.flush();
    const { text } = await admin.get('/admin/functions/runs/runs');
    assert.match(text, /FUNCTION_FAILED<\/code> below &lt;zero&gt; \(line 3\)[^]*got &lt;b&gt; -1[^]*Done/);
    assert.equal((await admin.get('/admin/functions/none/runs')).status, 404);
  });
});

describe('functions of a table', () => {
  before(async () => {
    const fields = [
      { name: 'pieces', type: 'integer' },
      { name: 'price', type: 'integer' },
    ];
    const access = { user: { read: 'all', create: 'all', update: 'all' } };
    await server.data.edit(server.system, 'add-table', { name: 'sales', access, fields });
  });

  it('are chosen on the table, as a validation and for a field', async () => {
    const rules = '/admin/tables/sales/rules';
    assert.match((await admin.get(rules)).text, /Validate with a function/);
    const code =
      "export default ({ row }, plinth) => { if (row.pieces > 9) plinth.fail('Nine at most', { field: 'pieces' }); }";
    await admin.submit('/admin/functions/~new', { label: 'Judge sale', code });
    const sum = 'export default ({ row }) => row.pieces * row.price';
    await admin.submit('/admin/functions/~new', { label: 'Sum of sale', code: sum });
    await admin.submit(rules, { 'function.function': 'judge_sale' }, { action: '/function' });
    assert.match((await admin.get(rules)).text, /Validated by the function Judge sale/);
    const values = { label: 'Sum', function: 'sum_of_sale', from: ['pieces', 'price'] };
    await admin.submit('/admin/tables/sales/new-field?type=integer', values);
    const { auto, from } = server.data.catalog().table('sales').field('sum');
    assert.deepEqual([auto, from], ['function', ['pieces', 'price']]);
  });

  it('speak in forms and in the API, beside the field', async () => {
    const form = await admin.submit('/admin/tables/sales/data/new', { pieces: '10', price: '2' });
    assert.equal(form.status, 422);
    assert.match(form.text, /Nine at most/);
    const refused = await admin.postJson('/api/v1/tables/sales/rows', { pieces: 10, price: 2 });
    assert.deepEqual([refused.status, JSON.parse(refused.text).code], [422, 'ROW_REFUSED']);
    const good = await admin.postJson('/api/v1/tables/sales/rows', { pieces: 3, price: 2 });
    assert.equal(JSON.parse(good.text).sum, 6);
  });

  it('recalculate all rows by a button', async () => {
    await server.data.db.query('update app.sales set pieces = 4');
    const address = '/admin/tables/sales/fields/sum';
    assert.match((await admin.get(address)).text, /Recalculate all/);
    await admin.submit(address, {}, { action: '/recalculate' });
    assert.match(decodeURIComponent(admin.cookies.get('plinth_flash') ?? ''), /1 row calculated, 1 changed/);
    assert.equal((await server.data.rows.get(server.system, 'sales', 1)).sum, 8);
  });
});

describe('the types of a function', () => {
  const DOCS = ['docs/guide/functions.md', 'docs/reference/functions.md'];
  const types = async (/** @type {string} */ name) =>
    JSON.parse((await admin.get(`/admin/functions/~types${name && `?function=${name}`}`)).text);
  before(async () => {
    const text = (/** @type {string} */ name) => ({ name, type: 'text' });
    const options = [{ value: 'open', label: 'Open' }];
    const fields = [
      { name: 'customer', type: 'text', label: 'Customer */ }' },
      { name: 'total', type: 'money' },
      { name: 'placed', type: 'date' },
      { name: 'status', type: 'select', attributes: { options } },
      { name: 'extra', type: 'json' },
    ];
    for (const field of fields) await server.data.edit(server.system, 'add-field', { table: 'orders', field });
    const room = ['room', 'from', 'until', 'reason'].map(text);
    await server.data.edit(server.system, 'add-table', { name: 'closures', fields: room });
    const code = 'export const vat = (n) => n * 0.2;';
    await server.data.edit(server.system, 'add-function', { function: { name: 'prices', code } });
    await server.data.edit(server.system, 'add-role', { role: { name: 'manager' } });
  });

  it('come from the tables as the typed client has them', async () => {
    const { declarations, modules, packages, rowsOf } = await types('');
    const app = { declarations, modules, packages };
    const service = createTypeService(await loadTypescript(), app);
    const code = `export default async (input, plinth) => {
      const order = await plinth.rows('orders').get(1);
      order.amount.trim(); order.total.trim(); order.status === 'none'; order.extra.any.thing; order.nothing;
      await plinth.rows('orders').update(1, { amount: '5', total: 5.5, placed: new Date(), extra: [1] });
    };`;
    const names = service.check({ code, input: inputType([], rowsOf) }).map(({ name }) => name);
    assert.deepEqual(names, ['trim', 'none', 'nothing']);
    assert.match(service.hover({ code, input: 'any' }, code.indexOf('total') + 1)?.type ?? '', /total: string/);
  });

  it('find nothing wrong in the examples of the documentation', async () => {
    const { declarations, modules } = await types('');
    const service = createTypeService(await loadTypescript(), { declarations, modules, packages: ['npm/dayjs'] });
    const texts = await Promise.all(
      DOCS.map((at) => readFile(new URL(`../../../../../${at}`, import.meta.url), 'utf8')),
    );
    const examples = texts.flatMap((text) => [...text.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code));
    assert.ok(examples.length > 12);
    for (const code of [...examples, exampleCode(server.data.catalog(), 'Change it')])
      assert.deepEqual(service.check({ code, input: 'any' }), [], code);
  });

  it('have all that a function gets in the sandbox, and no more', async () => {
    const { declarations, modules, packages } = await types('');
    const service = createTypeService(await loadTypescript(), { declarations, modules, packages });
    const within = async (/** @type {string} */ object) => {
      const code = `export default (input, plinth) => Object.keys(${object})`;
      const { text, error } = await tryIt({ label: 'x', code, input: '{}' });
      assert.equal(error, null);
      const written = `export default (input, plinth) => { ${object}. }`;
      const known = service.complete({ code: written, input: 'any' }, written.indexOf('. }') + 1);
      assert.deepEqual(known.map(({ label }) => label).sort(), JSON.parse(text).sort(), object);
    };
    for (const object of ['plinth', "plinth.rows('orders')", 'plinth.user', 'plinth.secrets', 'console'])
      await within(object);
  });

  it('know the tables whose rows a function judges or calculates from', async () => {
    assert.deepEqual((await types('judge_sale')).rowsOf, ['sales']);
    assert.deepEqual((await types('sum_of_sale')).rowsOf, ['sales']);
    assert.deepEqual((await types('prices')).rowsOf, []);
    assert.deepEqual(Object.keys((await types('prices')).modules).includes('app/prices'), false);
    assert.equal((await types('judge_sale')).modules['app/prices'], 'export const vat = (n) => n * 0.2;');
  });

  it('Z1: are for admins only, and of a function that is there', async () => {
    for (const role of ['user', 'public'])
      assert.notEqual((await (await server.as(role)).get('/admin/functions/~types')).status, 200);
    assert.equal((await admin.get('/admin/functions/~types?function=none')).status, 404);
  });
});

describe('mistakes in a function', () => {
  const fields = [
    { name: 'id', label: 'ID', isAutomatic: true },
    { name: 'amount', label: 'Amount', kind: 'number' },
    { name: 'open', label: 'Open', kind: 'boolean' },
    { name: 'due', label: 'Due', kind: 'date' },
    { name: 'customer', label: 'Customer' },
  ];
  const schema = { tables: { orders: { label: 'Orders', fields } }, modules: ['app/prices', 'npm/dayjs'] };
  /** @type {[string, string[]][]} */
  const cases = [
    ["plinth.rows('order').list()", ['noTable order']],
    [
      "plinth.rows('orders').insert({ amont: 1, amount: 'x', open: 'yes', due: 'soon' })",
      ['noField amont', 'numberExpected amount', 'booleanExpected open', 'dateExpected due'],
    ],
    [
      "const o = plinth.rows('orders'); await o.update(7, { id: 8, amount: '7', open: true, due: '2026-11-21', 'x': 1 })",
      ['automatic id', 'noField x'],
    ],
    [
      "await plinth.rows('orders').list({ where: { amount: { gte: 'a', in: ['b'] }, 'customer.name': 'x', nope: null, open: [true, 1] }, sort: ['-due', 'no'], fields: ['id', 'customer.name'] })",
      ['numberExpected amount', 'noField nope', 'booleanExpected open', 'noField no'],
    ],
    ["plinth.rows('orders').aggregate({ group: 'due:month', sum: 'total' })", ['noField total']],
    [
      "import { vat } from 'app/prices'; import d from 'npm/dayjs'; import x from 'npm/none'; export * from 'app/nothing';",
      ['noModule npm/none', 'noModule app/nothing'],
    ],
    // What can't be known is left alone.
    [
      "plinth.rows(name).insert({ a: 1 }); plinth.rows('orders').insert({ ...values, [key]: 1, amount }); other.insert({ a: 1 });",
      [],
    ],
    ["let r = plinth.rows('orders'); { let r = other; r.insert({ nope: 1 }); }", []],
    ["plinth.rows('orders').insert({ amount: ", []],
    ["const text = \"plinth.rows('none')\"; // plinth.rows('none')", []],
  ];
  for (const [code, mistakes] of cases) {
    it(`finds ${mistakes.join(', ') || 'none'} in ${code}`, () =>
      assert.deepEqual(
        mistakesIn(parser.parse(code), code, schema).map(({ word, name }) => `${word} ${name}`),
        mistakes,
      ));
  }
});
