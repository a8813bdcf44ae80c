import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../testing/until.js';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';

/** Rows, and how many of them are handled when the server is killed: in the first batch, between two, at a page's edge, near the end. */
const CASES = [
  { batch: 1, count: 420, moments: [37, 100, 251, 415] },
  { batch: 100, count: 1597, moments: [37, 100, 251, 500, 777, 1001, 1590] },
];
/** It goes on with runs until it is killed. */
const WORKER = `
  import { createRegistry } from '@plinth/plugin';
  import { createData, dataPlugin } from '@plinth/data';
  const connection = JSON.parse(process.env.CONNECTION);
  const data = await createData({ connection, registry: createRegistry([dataPlugin]) });
  for (;;) await data.workflows.runner.drain();`;

/** A loop that marks each row, and writes down that it did. @param {number} batch */
const loop = (batch) => ({
  name: `loop_${batch}`,
  label: 'Loop',
  table: null,
  as: 'system',
  variables: [{ name: 'n', type: 'number', value: '0' }],
  steps: [
    {
      id: 'all',
      kind: 'each',
      table: 'topics',
      batch,
      steps: [
        { id: 'count', kind: 'set', values: [{ variable: 'n', value: 'vars.n + 1.0' }] },
        {
          id: 'mark',
          kind: 'action',
          do: {
            action: 'update_row',
            config: { values: [{ field: 'priority', source: 'expression', expression: 'row.priority + 1' }] },
          },
        },
        {
          id: 'note',
          kind: 'action',
          do: {
            action: 'insert_row',
            config: { table: 'replies', values: [{ field: 'text', source: 'expression', expression: 'row.title' }] },
          },
        },
      ],
    },
  ],
});

describe('a loop over many rows', () => {
  for (const { batch, count, moments } of CASES)
    it(`handles each of ${count} rows once when the server is killed in the middle of it, ${batch} in a batch`, async () => {
      const forum = await createForum({ history: false });
      const { data } = forum;
      const first = async (/** @type {string} */ query) => (await data.db.query(query)).rows[0];
      try {
        await data.db.query(
          `insert into app.topics (title, priority) select 'row ' || n, 0 from generate_series(1, ${count}) n`,
        );
        await data.edit(SYSTEM, 'add-workflow', { workflow: loop(batch) });
        const id = await data.workflows.start(SYSTEM, { workflow: `loop_${batch}` });
        const handled = async () => (await first('select count(*)::int as n from app.replies')).n;
        for (const moment of moments) {
          const worker = work(forum.connection);
          await until(async () => (await handled()) >= moment);
          await kill(worker);
        }
        assert.ok((await handled()) < count + 1);
        await data.workflows.runner.drain();
        const { run } = await data.workflows.runs.get(forum.admin, id);
        assert.deepEqual([run.state, Number(run.variables.n)], ['done', count]);
        const marks = await first(
          'select count(*)::int as rows, min(priority)::int as least, max(priority)::int as most from app.topics',
        );
        assert.deepEqual(marks, { rows: count, least: 1, most: 1 }, 'none is missing, none was handled twice');
        const notes = await first('select count(*)::int as n, count(distinct text)::int as different from app.replies');
        assert.deepEqual(notes, { n: count, different: count });
      } finally {
        await forum.close();
      }
    });

  it('holds as many rows at a time for 5,000 rows as for 1,597', async () => {
    const forum = await createForum({ history: false });
    const { data } = forum;
    try {
      /** @type {number[]} */
      const held = [];
      await data.edit(SYSTEM, 'add-workflow', { workflow: loop(100) });
      for (const rows of [1597, 5000]) {
        await data.db.query('truncate app.topics, app.replies cascade');
        await data.db.query(
          `insert into app.topics (title, priority) select 'row ' || n, 0 from generate_series(1, ${rows}) n`,
        );
        const id = await data.workflows.start(SYSTEM, { workflow: 'loop_100' });
        let most = 0;
        let isOver = false;
        const watching = (async () => {
          // A page of rows is held for as long as it takes to handle 100 of them.
          for (; !isOver; await sleep(20)) most = Math.max(most, await heldBy(id));
        })();
        await data.workflows.runner.drain();
        isOver = true;
        await watching;
        assert.ok(most > 0, 'the loop was seen');
        held.push(most);
        const { n } = (await data.db.query('select count(*)::int as n from app.replies')).rows[0];
        assert.equal(n, rows);
      }
      assert.ok(Math.max(...held) <= 100, `rows held: ${held}`);
    } finally {
      await forum.close();
    }

    /** Keys that a run carries: what it reads when it goes on, in the database and in memory. @param {string} id */
    async function heldBy(id) {
      const { rows } = await data.db.query(
        `select coalesce(max(jsonb_array_length(ids)), 0)::int as n
           from plinth.workflow_tokens t, jsonb_path_query(t.data, '$.frames[*].ids') ids where t.run_id = '${id}'`,
      );
      return rows[0].n;
    }
  });
});

/** @param {object} connection */
const work = (connection) =>
  spawn(process.execPath, ['--input-type=module', '-e', WORKER], {
    env: { ...process.env, CONNECTION: JSON.stringify(connection) },
    cwd: import.meta.dirname,
    stdio: 'inherit',
  });

/** @param {import('node:child_process').ChildProcess} worker */
async function kill(worker) {
  assert.deepEqual([worker.exitCode, worker.signalCode], [null, null], 'it works');
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}
