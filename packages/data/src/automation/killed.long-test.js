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
const RUNS = 600;

it('runs of triggers happen once, with two workers that are killed again and again', async () => {
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
    for (let round = 0; round < 4; round++) {
      const workers = [start(), start()];
      await sleep(2500);
      for (const worker of workers) {
        worker.kill('SIGKILL');
        await once(worker, 'exit');
      }
    }
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
