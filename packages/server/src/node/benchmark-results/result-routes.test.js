import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';
import { makeResultToken } from './result-token.js';

const LATENCY = { mean: 1, p50: 1, p75: 1.5, p90: 2, p95: 2.5, p99: 3, max: 9 };
const MACHINE = {
  cpu: 'AMD',
  cores: 2,
  memoryMb: 512,
  os: 'Linux',
  node: '24.0.0',
  plinth: '0.1.0',
  commit: 'abc',
  pinned: null,
};

/** @param {Record<string, unknown>} [more] */
const measurement = (more = {}) => ({
  benchmark: 'complex_page',
  system: 'plinth',
  workers: 1,
  cache: 'on',
  as: 'public',
  tool: 'autocannon',
  connections: 50,
  requestsPerSecond: { median: 1234.5, min: 1200, max: 1300 },
  latency: LATENCY,
  bytesPerRequest: 27000,
  errors: 0,
  share: 0.812,
  ...more,
});

/** @param {unknown[]} measurements @param {Record<string, unknown>} [more] */
const results = (measurements, more = {}) => ({
  format: 1,
  started: '2026-11-21T06:00:00.000Z',
  command: 'plinth run-benchmark',
  machine: MACHINE,
  measurements,
  ...more,
});

describe('benchmark results sent from elsewhere', () => {
  /** @type {Awaited<ReturnType<typeof startTestServer>>} */
  let server;
  /** @type {string} */
  let token;
  before(async () => {
    server = await startTestServer();
    token = await makeResultToken(server.data, server.system);
  });
  after(() => server.close());

  /** @param {unknown} body @param {string | null} [bearer] */
  async function send(body, bearer = token) {
    const response = await fetch(`${server.url}/benchmark-results`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }

  it('are refused while there is no dashboard', async () => {
    const { status, body } = await send(results([measurement()]));
    assert.deepEqual([status, body.code], [409, 'BENCHMARK_DASHBOARD_MISSING']);
  });

  it('become rows of the dashboard: a run for each system', async () => {
    const apps = server.data.registry.all('starterApp');
    const document = apps.find((/** @type {any} */ { app }) => app.name === 'benchmark-dashboard');
    await server.data.apps.install(server.system, document, { rows: false });
    const peer = measurement({ system: 'peer:8080', cache: 'as it is', workers: null, share: null });
    const { status, body } = await send(results([measurement(), measurement({ cache: 'off' }), peer]));
    assert.deepEqual([status, body], [201, { runs: 2, results: 3 }]);
    await send(results([measurement()]));
    const count = (/** @type {string} */ table) => server.data.rows.count(server.system, table);
    assert.deepEqual(
      [await count('benchmark_systems'), await count('benchmark_runs'), await count('benchmark_results')],
      [2, 3, 4],
    );
    const user = await server.as('user');
    const { text } = await user.get('/page/benchmarks');
    for (const said of ['Plinth 0.1.0, cached', 'Plinth 0.1.0, uncached', 'peer:8080', '1,235 req/s']) {
      assert.ok(text.includes(said), said);
    }
  });

  it('of misses are kept as such, and without their cache where the dashboard is older', async () => {
    const caches = async () => {
      const spec = { table: 'benchmark_results', select: [{ as: 'cache', field: 'cache' }], sort: [{ field: 'id' }] };
      const [{ rows }] = await server.data.select(server.system, [{ spec, params: {} }]);
      return rows.map((/** @type {any} */ { cache }) => cache);
    };
    const before = (await caches()).length;
    assert.equal((await send(results([measurement({ cache: 'miss' })]))).status, 201);
    const { attributes } = server.data.catalog().table('benchmark_results').field('cache');
    const options = attributes.options.filter((/** @type {any} */ { value }) => value !== 'miss');
    const id = (await server.data.db.query('select max(id) as id from app.benchmark_results')).rows[0].id;
    await server.data.rows.remove(server.system, 'benchmark_results', id);
    await server.data.edit(server.system, 'change-field', {
      table: 'benchmark_results',
      field: 'cache',
      changes: { attributes: { ...attributes, options } },
    });
    assert.equal((await send(results([measurement({ cache: 'miss' })]))).status, 201);
    assert.deepEqual((await caches()).slice(before), [null]);
  });

  it('need the token: none, a wrong one and an old one add nothing', async () => {
    const before = await server.data.rows.count(server.system, 'benchmark_results');
    const old = token;
    token = await makeResultToken(server.data, server.system);
    assert.match(token, /^plr_/, 'a dash in front would be an option of the command that sends');
    for (const wrong of [null, 'x', 'A'.repeat(43), old]) {
      const { status, body } = await send(results([measurement()]), wrong);
      assert.deepEqual([status, body.code], [401, 'BENCHMARK_TOKEN_WRONG'], String(wrong));
    }
    const admin = await server.as('admin');
    assert.equal((await admin.postJson('/benchmark-results', results([measurement()]))).status, 401);
    assert.equal(await server.data.rows.count(server.system, 'benchmark_results'), before);
    assert.equal((await send(results([measurement()]))).status, 201);
  });

  it('are refused whole when anything in them can’t be read', async () => {
    const counts = async () => [
      await server.data.rows.count(server.system, 'benchmark_runs'),
      await server.data.rows.count(server.system, 'benchmark_results'),
    ];
    const before = await counts();
    const wrong = [
      {},
      { ...results([]), format: 2 },
      results([], { started: 'yesterday' }),
      results([null]),
      results([measurement({ requestsPerSecond: { median: -1 } })]),
      results([measurement({ latency: null })]),
      results([measurement({ system: 'x'.repeat(1000) })]),
      results([measurement({ benchmark: 'no_such_benchmark' })]),
      results([measurement(), measurement({ errors: 'many' })]),
      results(Array.from({ length: 501 }, () => measurement())),
    ];
    for (const body of wrong) {
      const { status } = await send(body);
      assert.equal(status, 422, JSON.stringify(body).slice(0, 200));
    }
    assert.deepEqual(await counts(), before);
  });
});
