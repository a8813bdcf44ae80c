import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import pg from 'pg';
import { startTestServer } from '../../testing/index.js';

const SYSTEM = Object.freeze({ userId: null, roles: [], system: true });
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
        !/^[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? (NaN|[-\d.e+]+)$/.test(line),
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
      'plinth_trigger_runs_waiting',
      'plinth_workflow_runs',
      'plinth_outbox_mails',
      'plinth_function_calls_total',
      'process_resident_memory_bytes',
    ]) {
      assert.ok(types.includes(name), name);
    }
  });

  it('counts what waits in the background, and calls of functions', async () => {
    const { data } = server;
    const visitor = await server.as('public');
    const figures = async () => {
      const { text } = await visitor.get('/metrics');
      return (/** @type {string} */ name) =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(name))
            ?.split(' ')
            .at(-1),
        );
    };
    const before = await figures();
    assert.equal(before('plinth_trigger_runs_delay_seconds'), 0);
    // Without triggers nothing runs what is due, and without a mail server no mail is sent.
    await data.db.query(`insert into plinth.runs (object_id, event, state, due_at, done_at)
      select gen_random_uuid(), 'insert', state, now() + due, done from (values
        ('waiting', interval '-90 seconds', null), ('waiting', interval '1 hour', null),
        ('failed', interval '0', now() - interval '2 hours'), ('failed', interval '0', now() - interval '2 days'),
        ('done', interval '0', now())) r (state, due, done)`);
    await data.db
      .query(`insert into plinth.workflow_versions (hash, workflow_id, document) values ('x', gen_random_uuid(), '{}');
      insert into plinth.runs (kind, object_id, version, variables, results, phase, epoch, restarts, secret, due_at, state, done_at)
      select 'workflow', gen_random_uuid(), 'x', '{}', '{}', 'steps', 0, 0, gen_random_uuid(), null, state, done from (values
        ('waiting', null), ('waiting', null), ('running', null), ('done', now())) r (state, done)`);
    await data.outbox.add({
      kind: 'action',
      to: 'ada@example.com',
      subject: 'Hello',
      content: { locale: 'en', blocks: [] },
    });
    const code = 'export default ({ fails }, plinth) => (fails ? plinth.fail("no") : 1);';
    await data.edit(SYSTEM, 'add-function', { function: { name: 'one', code, roles: ['admin'] } });
    await data.functions.run(SYSTEM, 'one', {});
    await assert.rejects(data.functions.run(SYSTEM, 'one', { fails: true }));
    const now = await figures();
    const delay = now('plinth_trigger_runs_delay_seconds');
    assert.ok(delay >= 90 && delay < 3600, `${delay}`);
    for (const [name, added] of /** @type {[string, number][]} */ ([
      ['plinth_trigger_runs_waiting', 2],
      ['plinth_trigger_runs_failed', 1],
      ['plinth_workflow_runs{state="running"}', 1],
      ['plinth_workflow_runs{state="waiting"}', 2],
      ['plinth_outbox_mails{state="waiting"}', 1],
      ['plinth_function_calls_total', 2],
      ['plinth_function_errors_total', 1],
    ]))
      assert.equal(now(name) - before(name), added, name);
    assert.ok(now('plinth_function_seconds_total') > 0);
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
