import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createRegistry } from '@plinth/plugin';
import { createData, dataPlugin } from '@plinth/data';
import { createDatabase } from '../../postgres/database/index.js';
import { migrate } from '../../postgres/migrations/runner.js';
import { SYSTEM } from '../../rules/reach/run-actor.js';
import { createTestDatabase } from '../../testing/index.js';

const MIGRATIONS = fileURLToPath(new URL('../../postgres/migrations/', import.meta.url));
const id = (/** @type {number} */ n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [TRIGGER, WORKFLOW, ADA] = [id(1), id(2), id(3)];
/** Runs of the trigger, and of the workflow. */
const [DUE, DONE, FAILED] = [id(11), id(12), id(13)];
const [READY, TIMED, OVER, LEFT] = [id(21), id(22), id(23), id(24)];
const DOCUMENT = {
  id: WORKFLOW,
  name: 'flow',
  label: 'Flow',
  table: null,
  as: 'system',
  user: null,
  roles: [],
  enabled: true,
  variables: [],
  steps: [{ id: 'end', kind: 'stop', result: 'Ended' }],
  onError: [],
};

describe('runs of triggers and workflows, in two tables before', () => {
  /** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
  let place;
  /** @type {ReturnType<typeof createDatabase>} */
  let db;
  /** @type {string} */
  let old;
  const query = async (/** @type {string} */ text) => (await db.query(text)).rows;
  before(async () => {
    place = await createTestDatabase();
    db = createDatabase(place.connection);
    old = await mkdtemp(join(tmpdir(), 'plinth-migrations-'));
    const isOld = (/** @type {string} */ name) => !(name >= '0610' && /^\d{4}_/.test(name));
    await cp(MIGRATIONS, old, { recursive: true, filter: (path) => isOld(basename(path)) });
    await migrate(db, { folder: pathToFileURL(`${old}/`) });
    await db.query(OLD_RUNS);
  });
  after(async () => {
    await db?.close();
    await place?.close();
    await rm(old, { recursive: true, force: true });
  });

  it('are one table with all that was in both', async () => {
    const was = await query(`
      select id, trigger_id as of, state, row_key, caused_by, chain, error, created_at, due_at, done_at from plinth.trigger_runs
      union all
      select id, workflow_id, state, row_key, caused_by, chain, error, created_at, null, done_at from plinth.workflow_runs order by id`);
    const flows = await query('select * from plinth.workflow_runs order by id');
    const triggered = await query('select * from plinth.trigger_runs order by id');
    await migrate(db);
    assert.deepEqual(
      await query(`select id, object_id as of, state, row_key, caused_by, chain, error, created_at, due_at, done_at
                     from plinth.runs order by id`),
      was,
    );
    const kept = (/** @type {string} */ kind) => query(`select * from plinth.runs where kind = '${kind}' order by id`);
    for (const [kind, rows] of /** @type {const} */ ([
      ['workflow', flows],
      ['trigger', triggered],
    ]))
      for (const [i, row] of (await kept(kind)).entries()) {
        const { trigger_id: _, workflow_id: _w, ...same } = rows[i];
        assert.deepEqual(Object.fromEntries(Object.keys(same).map((key) => [key, row[key]])), same);
      }
    assert.deepEqual(await query('select run_id, caused_by from plinth.workflow_tokens order by run_id'), [
      { run_id: READY, caused_by: ADA },
      { run_id: TIMED, caused_by: null },
    ]);
  });

  it('go on where they were, and what is deleted takes its steps along', async () => {
    const data = await createData({ connection: place.connection, registry: createRegistry([dataPlugin]) });
    try {
      await data.edit(SYSTEM, 'add-table', { name: 'notes', fields: [{ name: 'text', type: 'text' }] });
      const values = [{ field: 'text', source: 'value', value: 'From the old run' }];
      const steps = [{ do: { action: 'insert_row', config: { table: 'notes', values } } }];
      const trigger = { label: 'Old', source: 'schedule', options: { every: 'day', at: '08:00' }, as: 'system', steps };
      await data.edit(SYSTEM, 'add-trigger', { trigger });
      const [{ id: added }] = data.catalog().triggers;
      await data.db.query(`update plinth.runs set object_id = '${added}' where object_id = '${TRIGGER}'`);
      await data.automation.drain();
      await data.workflows.runner.drain();
      assert.deepEqual(await query('select text from app.notes'), [{ text: 'From the old run' }]);
      const states = await query('select id, state, result from plinth.runs order by id');
      assert.deepEqual(
        states.map((run) => [run.id, run.state, run.result]),
        [
          [DUE, 'done', null],
          [DONE, 'done', null],
          [FAILED, 'failed', null],
          [READY, 'done', 'Ended'],
          [TIMED, 'waiting', null],
          [OVER, 'done', 'Fine'],
          [LEFT, 'failed', null],
        ],
      );
      for (const failed of [FAILED, LEFT]) await data.runs.retry(SYSTEM, failed);
      await data.runs.cancel(SYSTEM, TIMED);
      await data.automation.drain();
      await data.workflows.runner.drain();
      const { runs } = await data.runs.list(SYSTEM, {});
      assert.deepEqual(
        runs.map(({ id: of, kind, state }) => [of, kind, state]),
        [
          [LEFT, 'workflow', 'done'],
          [OVER, 'workflow', 'done'],
          [TIMED, 'workflow', 'cancelled'],
          [READY, 'workflow', 'done'],
          [FAILED, 'trigger', 'done'],
          [DONE, 'trigger', 'done'],
          [DUE, 'trigger', 'done'],
        ],
      );
      await data.db.query(`delete from plinth.runs where id = '${OVER}'`);
      assert.deepEqual(await query(`select from plinth.workflow_steps where run_id = '${OVER}'`), []);
    } finally {
      await data.close();
    }
  });
});

const TOKEN = { id: id(44), path: 'steps/0', root: 'steps', phase: 'enter', data: {}, children: 0, is_outside: false };
const OLD_RUNS = `
  insert into plinth.trigger_runs (id, trigger_id, event, row_key, state, caused_by, attempts, done_at, steps, error, details) values
    ('${DUE}', '${TRIGGER}', 'schedule', null, 'waiting', null, 0, null, '[]', null, '{"time":"2026-01-01T08:00:00Z"}'),
    ('${DONE}', '${TRIGGER}', 'schedule', null, 'done', '${ADA}', 1, now(), '[{"step":1,"action":"log","ran":true}]', null, null),
    ('${FAILED}', '${TRIGGER}', 'schedule', null, 'failed', null, 5, now(), '[]', '{"code":"INTERNAL","message":"x"}', '{}');
  insert into plinth.workflow_versions (hash, workflow_id, document) values ('v1', '${WORKFLOW}', '${JSON.stringify(DOCUMENT)}');
  insert into plinth.workflow_runs (id, workflow_id, version, state, caused_by, variables, results, result, done_at, epoch, error, left_at, restarts) values
    ('${READY}', '${WORKFLOW}', 'v1', 'running', '${ADA}', '{"a":1}', '{}', null, null, 2, null, null, 1),
    ('${TIMED}', '${WORKFLOW}', 'v1', 'waiting', null, '{}', '{"ask":{"outcome":"yes"}}', null, null, 0, null, null, 0),
    ('${OVER}', '${WORKFLOW}', 'v1', 'done', null, '{}', '{}', 'Fine', now(), 0, null, null, 0),
    ('${LEFT}', '${WORKFLOW}', 'v1', 'failed', null, '{}', '{}', null, now(), 1, '{"code":"INTERNAL","message":"x"}', '[${JSON.stringify(TOKEN)}]', 0);
  insert into plinth.workflow_tokens (run_id, starter, epoch, path, root, waits, due_at) values
    ('${READY}', '${ADA}', 2, 'steps/0', 'steps', null, now()),
    ('${TIMED}', null, 0, 'steps/0', 'steps', 'time', now() + interval '1 day');
  insert into plinth.workflow_steps (run_id, path, step, kind, state) values ('${OVER}', 'steps/0', 'end', 'stop', 'done');`;
