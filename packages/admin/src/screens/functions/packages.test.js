import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { until } from '@plinth/data/testing';
import { startTestServer, tar } from '@plinth/server/testing';

/** What the registry of the tests has: files by package, with its dependencies. @type {Record<string, { version: string, files: Record<string, string>, dependencies?: Record<string, string> }>} */
const PACKAGES = {
  'plinth-test-double': {
    version: '1.2.3',
    files: {
      'index.js':
        "import { times } from 'plinth-test-times';\nexport const double = (n) => times(n, 2);\nexport default double;",
    },
    dependencies: { 'plinth-test-times': '^2.0.0' },
  },
  'plinth-test-times': { version: '2.1.0', files: { 'index.js': 'export const times = (a, b) => a * b;' } },
  '@plinth-test/old': { version: '1.0.0', files: { 'index.js': 'module.exports = { half: (n) => n / 2 };' } },
  'plinth-test-files': {
    version: '1.0.0',
    files: { 'index.js': "import fs from 'node:fs';\nexport default () => fs.readdirSync('/');" },
  },
  'plinth-test-native': {
    version: '1.0.0',
    files: { 'index.js': "export default require('./addon.node');", 'addon.node': 'x' },
  },
  'plinth-test-page': { version: '1.0.0', files: { 'index.js': 'export default document.title;' } },
  'plinth-test-loop': { version: '1.0.0', files: { 'index.js': 'for (;;);' } },
  'plinth-test-large': {
    version: '1.0.0',
    files: { 'index.js': `export default ${JSON.stringify('x'.repeat(600_000))};` },
  },
};

/** A registry as npm asks it. */
async function startRegistry() {
  const archives = new Map();
  const server = createServer((req, res) => {
    const path = decodeURIComponent(String(req.url)).slice(1);
    if (archives.has(path)) return void res.end(archives.get(path));
    const found = PACKAGES[path];
    if (!found) return void res.writeHead(404).end('{}');
    const isModule = !found.files['index.js'].startsWith('module.');
    const manifest = {
      name: path,
      version: found.version,
      main: 'index.js',
      dependencies: found.dependencies ?? {},
      ...(isModule && { type: 'module' }),
      scripts: { postinstall: 'node -e "process.exit(1)"' },
    };
    const files = { 'package.json': JSON.stringify(manifest), ...found.files };
    const entries = Object.entries(files).map(([name, text]) => ({ name: `package/${name}`, text }));
    const archive = gzipSync(tar(entries));
    const file = `${path}-${found.version}.tgz`;
    archives.set(file, archive);
    const dist = {
      integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
      tarball: `http://${req.headers.host}/${encodeURIComponent(file)}`,
    };
    const versions = { [found.version]: { ...manifest, dist } };
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ name: path, 'dist-tags': { latest: found.version }, versions }));
  });
  await new Promise((resolve) => void server.listen(0, '127.0.0.1', () => resolve(null)));
  return { server, url: `http://127.0.0.1:${/** @type {any} */ (server.address()).port}/` };
}

const HERE = '/admin/functions/~packages';
/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof startRegistry>>} */
let registry;
/** @type {import('@plinth/server/testing').Client} */
let admin;
const usual = process.env.npm_config_registry;
before(async () => {
  registry = await startRegistry();
  process.env.npm_config_registry = registry.url;
  server = await startTestServer();
  admin = await server.as('admin');
});
after(async () => {
  if (usual === undefined) delete process.env.npm_config_registry;
  else process.env.npm_config_registry = usual;
  await server?.close();
  registry?.server.close();
});

/** @param {string} name @param {string} [version] */
const add = (name, version = '') => admin.post(HERE, { name, version });
/** @param {string} name @param {string} code */
const addFunction = (name, code) =>
  server.data.edit(server.system, 'add-function', { function: { name, code, app: null } });
/** @param {string} name @param {object} input */
const run = async (name, input) => JSON.parse((await server.data.functions.run(server.system, name, input)).text);

describe('npm packages', () => {
  it('are added with what they need, pinned, and imported by functions', async () => {
    assert.match((await admin.get(HERE)).text, /No packages yet/);
    assert.equal((await add('plinth-test-double', '^1.0.0')).status, 303);
    // At the same time: neither ends the other's bundler.
    const both = await Promise.all([add('@plinth-test/old'), add('plinth-test-times')]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [303, 303],
    );
    await server.data.edit(server.system, 'remove-function', { function: 'npm_plinth_test_times' });
    const { package: found, code } = server.data.catalog().function('npm_plinth_test_double');
    assert.equal(found?.version, '1.2.3');
    assert.match(String(found?.integrity), /^sha512-/);
    assert.equal(found?.hash, createHash('sha256').update(code).digest('hex'));
    await addFunction(
      'uses',
      "import double from 'npm/plinth-test-double';\nimport { double as same } from 'npm/plinth-test-double';\nimport old from 'npm/@plinth-test/old';\nexport default ({ n }) => [double(n), same(n), old.half(n)];",
    );
    assert.deepEqual(await run('uses', { n: 8 }), [16, 16, 4]);
    const { text } = await admin.get(HERE);
    assert.match(text, /npm\/plinth-test-double[^]*functions\/uses/);
    assert.doesNotMatch((await admin.get('/admin/functions')).text, /npm_plinth/);
    assert.equal((await admin.get('/admin/functions/npm_plinth_test_double')).headers.get('location'), HERE);
  });

  it('stay while a function imports them, and come back by undoing', async () => {
    const remove = () => admin.post(`${HERE}/npm_plinth_test_double/delete`);
    await remove();
    assert.match(decodeURIComponent(admin.cookies.get('plinth_flash') ?? ''), /is imported by/);
    assert.equal(server.data.catalog().hasFunction('npm_plinth_test_double'), true);
    await server.data.edit(server.system, 'change-function', {
      function: 'uses',
      changes: { code: 'export default () => 1' },
    });
    const { headers } = await remove();
    assert.equal(server.data.catalog().hasFunction('npm_plinth_test_double'), false);
    const revision = new URL(headers.get('location') ?? '', server.url).searchParams.get('done') ?? '';
    assert.match((await admin.get(headers.get('location') ?? '')).text, new RegExp(`/admin/history/${revision}/undo`));
    await server.data.revisions.undo(server.system, revision);
    assert.equal(server.data.catalog().hasFunction('npm_plinth_test_double'), true);
  });

  it('S8: that need Node.js, native code or a page, loop or are too large are refused, with the reason', async () => {
    const reasons = {
      'plinth-test-files': /needs node:fs/,
      'plinth-test-native': /native code/,
      'plinth-test-page': /can.{1,6}t be loaded: document is not defined/,
      'plinth-test-loop': /can.{1,6}t be loaded/,
      'plinth-test-large': /at most 500000/,
      'plinth-test-missing': /There is no package/,
      '--registry=http://x': /not the name and version/,
      '../etc': /not the name and version/,
    };
    for (const [name, reason] of Object.entries(reasons)) {
      const { status, text } = await add(name);
      assert.deepEqual([name, status], [name, 422]);
      assert.match(text, reason, name);
    }
    for (const version of ['..', '.', '--x', 'file:x'])
      assert.equal((await add('plinth-test-double', version)).status, 422);
    assert.equal(server.data.catalog().functions.filter((/** @type {any} */ fn) => fn.package).length, 2);
  });

  it('cannot be changed by hand, nor made of other code', async () => {
    const { code, package: own } = server.data.catalog().function('npm_plinth_test_double');
    const change = (/** @type {object} */ changes) =>
      server.data.edit(server.system, 'change-function', { function: 'npm_plinth_test_double', changes });
    await assert.rejects(change({ code: `${code};` }), { code: 'INPUT_INVALID' });
    await assert.rejects(change({ package: null }), { code: 'INPUT_INVALID' });
    await change({ package: own, code });
  });

  it('travel with the app whose functions import them', async () => {
    await server.data.edit(server.system, 'add-app', { name: 'shop', label: 'Shop' });
    const code = "import double from 'npm/plinth-test-double';\nexport default ({ n }) => double(n);";
    await server.data.edit(server.system, 'add-function', { function: { name: 'of_shop', code, app: 'shop' } });
    const document = await server.data.apps.export(server.system, 'shop');
    assert.deepEqual(
      document.packages?.map((/** @type {any} */ { name, version }) => [name, version]),
      [['plinth-test-double', '1.2.3']],
    );
    await server.data.edit(server.system, 'remove-function', { function: 'of_shop' });
    await server.data.edit(server.system, 'remove-app', { app: 'shop' });
    await server.data.edit(server.system, 'remove-function', { function: 'npm_plinth_test_double' });
    await server.data.apps.install(server.system, document);
    assert.equal(await run('of_shop', { n: 3 }), 6);
  });

  it('P3: are those of the registry: code that only calls itself one is refused, or replaced by the true one', async () => {
    const { data, system } = server;
    const own = 'export default () => "not the package";';
    const hash = createHash('sha256').update(own).digest('hex');
    const document = await data.apps.export(system, 'shop');
    const [genuine] = /** @type {any[]} */ (document.packages);
    await data.edit(system, 'remove-app', { app: 'shop' });
    await data.edit(system, 'remove-function', { function: 'npm_plinth_test_double' });
    const withPackage = (/** @type {object} */ more) => ({
      ...document,
      packages: [{ ...genuine, code: own, hash, ...more }],
    });
    const refused = [
      [{ integrity: 'sha512-AAAA' }, 'PACKAGE_UNVERIFIED'],
      [{ integrity: '' }, 'PACKAGE_UNVERIFIED'],
      [{ version: '1.2.4' }, 'PACKAGE_NOT_FETCHED'],
      [{ name: 'plinth-test-times' }, 'PACKAGE_NOT_FETCHED'],
    ];
    for (const [more, code] of refused) {
      await assert.rejects(data.apps.install(system, withPackage(/** @type {object} */ (more))), { code });
      assert.equal(data.catalog().hasFunction('of_shop'), false, 'nothing is installed');
    }
    for (const one of [
      { ...genuine, hash },
      { ...genuine, hash, integrity: 'sha512-AAAA' },
    ]) {
      const { code: _, ...named } = one;
      const made = { function: { package: named, code: own } };
      await assert.rejects(data.edit(system, 'add-function', made), { code: 'PACKAGE_UNVERIFIED' });
    }
    await data.apps.install(system, withPackage({}));
    assert.equal(await run('of_shop', { n: 3 }), 6);
    assert.equal(data.catalog().function('npm_plinth_test_double').code, genuine.code);
  });

  it('P3: keep their names: no function takes one, and an old one that has it is named', async () => {
    const { data, system } = server;
    const code = 'export default () => 1;';
    const reserved = /Names that begin with npm_ belong to npm packages/;
    const squatting = { plinth: 1, app: { name: 'squat', label: 'Squat' }, tables: [] };
    const functions = [{ name: 'npm_dayjs', label: 'Days', code }];
    assert.throws(() => data.apps.check({ ...squatting, functions }, {}), { message: reserved });
    await assert.rejects(data.apps.install(system, { ...squatting, functions }), { message: reserved });
    const plain = { ...squatting, functions: [{ ...functions[0], name: 'dayjs' }] };
    await assert.rejects(data.apps.install(system, plain, { prefix: 'npm_' }), { message: reserved });
    const refused = { code: 'NAME_RESERVED', message: reserved };
    await assert.rejects(addFunction('npm_dayjs', code), refused);
    await addFunction('old_times', code);
    const rename = { function: 'old_times', changes: { name: 'npm_plinth_test_times' } };
    await assert.rejects(data.edit(system, 'change-function', rename), refused);
    assert.equal((await admin.post('/admin/functions/~new', { label: 'npm days', code })).status, 303);
    const form = await admin.post('/admin/functions/days', { name: 'npm_days', label: 'Days', code });
    assert.equal(form.status, 422);
    assert.match(form.text, reserved);

    // As a database has it that is older than this rule.
    await data.db.query("update plinth.objects set name = 'npm_plinth_test_times' where name = 'old_times'");
    await data.db.query('update plinth.catalog_version set version = version + 1');
    await until(() => data.catalog().hasFunction('npm_plinth_test_times'));
    assert.equal(await run('npm_plinth_test_times', {}), 1);
    const label = { function: 'npm_plinth_test_times', changes: { label: 'Old times', description: 'x' } };
    await data.edit(system, 'change-function', label);
    const { status, text } = await add('plinth-test-times');
    assert.equal(status, 422);
    assert.match(text, /needs the name npm_plinth_test_times, which .{1,6}Old times/);
    const { rows } = await data.db.query("select * from plinth.bundled_packages where name = 'plinth-test-times'");
    const { name, version, integrity, hash } = rows[0];
    const packages = [{ name, version, integrity, hash: `${hash}x`, code }];
    await assert.rejects(data.apps.install(system, { ...squatting, packages }), { code: 'NAME_TAKEN' });
    await data.edit(system, 'change-function', { function: 'npm_plinth_test_times', changes: { name: 'times' } });
    assert.equal((await add('plinth-test-times')).status, 303);
  });

  it('P3: that can’t be compared with the registry are refused, unless this site has bundled them before', async () => {
    const { data, system } = server;
    const document = await data.apps.export(system, 'shop');
    await data.edit(system, 'remove-app', { app: 'shop' });
    await data.edit(system, 'remove-function', { function: 'npm_plinth_test_double' });
    const nowhere = 'http://127.0.0.1:9/';
    process.env.npm_config_registry = nowhere;
    try {
      const code = 'export default () => 1;';
      const forged = {
        .../** @type {any[]} */ (document.packages)[0],
        code,
        hash: createHash('sha256').update(code).digest('hex'),
      };
      await assert.rejects(data.apps.install(system, { ...document, packages: [forged] }), {
        code: 'PACKAGE_NOT_FETCHED',
      });
      assert.equal(data.catalog().hasFunction('of_shop'), false);
      await data.apps.install(system, document);
      assert.equal(await run('of_shop', { n: 3 }), 6);
    } finally {
      process.env.npm_config_registry = registry.url;
    }
  });
});
