import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../../testing/index.js';
import { offersAt } from '../../assets/functions/complete.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('../../../testing/client.js').Client} */
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
/** @param {Record<string, any>} values */
const tryIt = async (values) => JSON.parse((await admin.post('/admin/functions/~try', values)).text);

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
    ['what plinth has', 'plinth.|', ['rows', 'log', 'fetch', 'mail', 'start', 'secrets', 'fail', 'respond', 'user']],
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
    assert.equal((await tryIt({ code, input: '{}', label: 'Pays', name: 'pays', secrets: 'pay_key' })).text, '13');
    assert.match(
      (await tryIt({ code, input: '{}', label: 'x', secrets: 'pay_key' })).error.message,
      /can't read a secret/,
    );
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
