import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import pg from 'pg';
import { startTestServer } from '../testing/index.js';

const TOKEN = 'a-token-that-nobody-guesses';
/** As if a proxy on this machine passed a stranger's request on. */
const FROM_ELSEWHERE = { 'x-forwarded-for': '203.0.113.7' };

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
before(async () => {
  server = await startTestServer({ metricsToken: TOKEN });
});
after(() => server.close());

describe('/metrics', () => {
  it('A10: is available to this machine, the token and admins, and nobody else', async () => {
    const [visitor, user, admin] = await Promise.all(['public', 'user', 'admin'].map((role) => server.as(role)));
    const answers = [
      [await visitor.get('/metrics'), 200],
      [await visitor.get('/metrics', FROM_ELSEWHERE), 404],
      [await visitor.get('/metrics', { forwarded: 'for=203.0.113.7' }), 404],
      [await user.get('/metrics', FROM_ELSEWHERE), 404],
      [await admin.get('/metrics', FROM_ELSEWHERE), 200],
      [await visitor.get('/metrics', { ...FROM_ELSEWHERE, authorization: `Bearer ${TOKEN}` }), 200],
      [await visitor.get('/metrics', { ...FROM_ELSEWHERE, authorization: `Bearer ${TOKEN}x` }), 404],
      [await visitor.get('/metrics', { ...FROM_ELSEWHERE, authorization: TOKEN }), 404],
    ];
    answers.forEach(([answer, status], i) => assert.equal(/** @type {any} */ (answer).status, status, `${i}`));
    for (const [answer, status] of answers) {
      if (status === 404) assert.doesNotMatch(/** @type {any} */ (answer).text, /plinth_http|process_/);
    }
  });

  it('names figures of every part, each line as Prometheus reads it', async () => {
    const visitor = await server.as('public');
    const isLive = /^plinth_change_stream_live\{kind="logical",worker="0"\} 1$/m;
    let answer = await visitor.get('/metrics');
    // A process that stood still for a while counts it as down until it hears of it again.
    await until(async () => isLive.test((answer = await visitor.get('/metrics')).text));
    const { text, headers } = answer;
    assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    const lines = text.trimEnd().split('\n');
    const odd = lines.filter(
      (line) =>
        !/^# (HELP|TYPE) [a-z_]+ .+$/.test(line) &&
        !/^[a-z_]+\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\} (NaN|[-\d.e+]+)$/.test(line),
    );
    assert.deepEqual(odd, []);
    const types = lines.filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2]);
    assert.equal(new Set(types).size, types.length, 'each figure is told once');
    for (const name of [
      'plinth_http_requests_total',
      'plinth_http_request_seconds',
      'plinth_database_statements_total',
      'plinth_change_stream_live',
      'plinth_change_stream_lag_seconds',
      'plinth_page_cache_hits_total',
      'process_resident_memory_bytes',
    ]) {
      assert.ok(types.includes(name), name);
    }
  });
});

describe('/readyz', () => {
  it('C4: names the database and the change stream, and is not ready while the stream is down', async () => {
    const visitor = await server.as('public');
    let ready = await visitor.get('/readyz');
    await until(async () => (ready = await visitor.get('/readyz')).status === 200);
    assert.equal(ready.text, 'ready\ndatabase: answers\nchange stream: live (logical)\n');
    const psql = new pg.Client(/** @type {any} */ (server.database.connection));
    await psql.connect();
    // Somebody who holds a lock of the tables keeps the stream from coming back.
    await psql.query('begin; alter publication plinth_changes drop table plinth.files');
    const cutter = new pg.Client(/** @type {any} */ (server.database.connection));
    await cutter.connect();
    await cutter.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'plinth changes'`);
    let cut = ready;
    await until(async () => (cut = await visitor.get('/readyz')).status !== 200);
    await psql.query('rollback');
    await Promise.all([psql.end(), cutter.end()]);
    assert.equal(cut.status, 503);
    assert.match(cut.text, /^not ready\ndatabase: answers\nchange stream: down/);
    await until(async () => (await visitor.get('/readyz')).status === 200);
  });
});
