import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SYSTEM, createForum } from '../rows/testing/forum.js';

const WORKER = `
  import { createRegistry } from '@plinth/plugin';
  import { createData, dataPlugin } from '@plinth/data';
  const connection = JSON.parse(process.env.CONNECTION);
  const data = await createData({ connection, registry: createRegistry([dataPlugin]) });
  for (;;) await data.automation.drain();`;
const RUNS = 10_000;
/** Each lives as many seconds, long enough to begin on a busy machine. */
const WORKERS = 6;

it('10,000 runs of triggers happen once, with a worker killed every second', async () => {
  const forum = await createForum({ history: false });
  const { data } = forum;
  try {
    const values = [{ field: 'text', source: 'expression', expression: 'row.title' }];
    const steps = [{ do: { action: 'insert_row', config: { table: 'replies', relation: 'topic', values } } }];
    const trigger = { label: 'Once', table: 'topics', events: ['insert'], as: 'system', steps };
    await data.edit(SYSTEM, 'add-trigger', { trigger });
    await data.db.query(`insert into app.topics (title) select 'topic ' || n from generate_series(1, ${RUNS}) n`);
    const env = { ...process.env, CONNECTION: JSON.stringify(forum.connection) };
    const start = () =>
      spawn(process.execPath, ['--input-type=module', '-e', WORKER], {
        env,
        cwd: import.meta.dirname,
        stdio: 'inherit',
      });
    const left = async () => {
      const { rows } = await data.db.query(
        "select count(*)::int as n from plinth.trigger_runs where state = 'waiting'",
      );
      return rows[0].n;
    };
    const workers = Array.from({ length: WORKERS }, start);
    let killed = 0;
    for (const until = Date.now() + 300_000; (await left()) > 0 && Date.now() < until; killed++) {
      await sleep(1000);
      const oldest = /** @type {import('node:child_process').ChildProcess} */ (workers.shift());
      oldest.kill('SIGKILL');
      await once(oldest, 'exit');
      workers.push(start());
    }
    for (const worker of workers) worker.kill('SIGKILL');
    await Promise.all(workers.map((worker) => worker.exitCode ?? worker.signalCode ?? once(worker, 'exit')));
    assert.ok(killed > 2, 'workers were killed while they worked');
    const before = await data.db.query('select count(*)::int as n from app.replies');
    assert.ok(before.rows[0].n > 0, 'the workers did something');
    await data.automation.drain();
    const { rows } = await data.db.query(
      'select count(*)::int as all, count(distinct topic)::int as topics from app.replies',
    );
    assert.deepEqual(rows[0], { all: RUNS, topics: RUNS });
    const states = await data.db.query('select state, count(*)::int as n from plinth.trigger_runs group by 1');
    assert.deepEqual(states.rows, [{ state: 'done', n: RUNS }]);
  } finally {
    await forum.close();
  }
});
