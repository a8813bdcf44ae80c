import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { until } from '../../testing/until.js';
import { SYSTEM, createForum } from '../../gate/rows/testing/forum.js';

const WORKER = `
  import { createRegistry } from '@plinth/plugin';
  import { createData, dataPlugin } from '@plinth/data';
  const connection = JSON.parse(process.env.CONNECTION);
  const data = await createData({ connection, registry: createRegistry([dataPlugin]) });
  for (;;) await data.automation.drain();`;
const RUNS = 600;
/** Runs that end in each round. */
const ENOUGH = 60;

it('runs of triggers happen once, with two workers that are killed again and again', () =>
  happenOnce(
    { events: ['insert'] },
    `insert into app.topics (title) select 'topic ' || n from generate_series(1, ${RUNS}) n`,
  ));

it('times of rows are reached once, with two workers that are killed again and again', () =>
  happenOnce(
    { source: 'field_time', options: { field: 'starts' } },
    `insert into app.topics (title, starts)
     select 'topic ' || n, now() + (n - ${RUNS / 2}) * interval '10 ms' from generate_series(1, ${RUNS}) n`,
  ));

/** What starts it, and the rows that do. @param {any} source @param {string} insertion */
async function happenOnce(source, insertion) {
  const forum = await createForum({ history: false });
  const { data } = forum;
  try {
    const values = [{ field: 'text', source: 'expression', expression: 'row.title' }];
    const steps = [{ do: { action: 'insert_row', config: { table: 'replies', relation: 'topic', values } } }];
    const trigger = { label: 'Once', table: 'topics', as: 'system', steps, ...source };
    await data.edit(SYSTEM, 'add-trigger', { trigger });
    await data.automation.drain();
    await data.db.query(insertion);
    const env = { ...process.env, CONNECTION: JSON.stringify(forum.connection) };
    const start = () =>
      spawn(process.execPath, ['--input-type=module', '-e', WORKER], {
        env,
        cwd: import.meta.dirname,
        stdio: 'inherit',
      });
    const done = async () => (await data.db.query('select count(*)::int as n from app.replies')).rows[0].n;
    for (let round = 1; round <= 4; round++) {
      const workers = [start(), start()];
      // In the middle of their work, however long it takes them to begin.
      await until(async () => (await done()) >= round * ENOUGH);
      for (const worker of workers) {
        worker.kill('SIGKILL');
        await once(worker, 'exit');
      }
    }
    // A fast machine is here before the last times have come.
    await until(async () => {
      await data.automation.drain();
      return (await done()) >= RUNS;
    });
    const { rows } = await data.db.query(
      'select count(*)::int as all, count(distinct topic)::int as topics from app.replies',
    );
    assert.deepEqual(rows[0], { all: RUNS, topics: RUNS });
    const states = await data.db.query('select state, count(*)::int as n from plinth.trigger_runs group by 1');
    assert.deepEqual(states.rows, [{ state: 'done', n: RUNS }]);
  } finally {
    await forum.close();
  }
}
