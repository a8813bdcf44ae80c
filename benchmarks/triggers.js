/** @import { Values } from '@plinth/plugin' */
import { admin } from '@plinth/admin';
import { startServer } from '@plinth/server';
import { readConfig } from '@plinth/server/operations';
import { createOwnData, median, round, runAsScript, timeCalls } from '@plinth/cli/benchmarks';

const SYSTEM = Object.freeze({ userId: null, roles: [], system: true });
const CALLERS = 64;

const TABLES = {
  without: null,
  before: {
    timing: 'before',
    before: [{ kind: 'set', field: 'total', value: 'row.price * 2', when: 'row.price > 100' }],
  },
  after: {
    steps: [
      {
        do: {
          action: 'insert_row',
          config: { table: 'notes', values: [{ field: 'text', source: 'expression', expression: 'row.title' }] },
        },
      },
    ],
    as: 'system',
  },
};

/**
 * Triggers: single inserts into a table without any, with one before the row is saved (a condition and a field that it sets),
 * and with one after the change, in turns; how long after the change its steps start; and how fast waiting runs of triggers and
 * of workflows, which have no steps, are worked off by one process.
 *
 * node benchmarks/triggers.js [repeats=3] [waiting=10000]
 *
 * @param {{ quick?: boolean, repeats?: number, waiting?: number }} [options]
 */
export async function run({ quick = false, repeats = quick ? 1 : 3, waiting = quick ? 500 : 10_000 } = {}) {
  const own = createOwnData({ env: { ...process.env, LOG_LEVEL: 'error', BASE_URL: 'http://127.0.0.1' } });
  const server = await startServer(readConfig(own.env), { admin });
  try {
    const { data } = server.runtime();
    await data.edit(SYSTEM, 'add-table', { name: 'notes', fields: [{ name: 'text', type: 'text' }] });
    for (const [name, trigger] of Object.entries(TABLES)) await addTable(data, SYSTEM, name, trigger);
    const inserts = await insertsInTurns(data, SYSTEM, { repeats, calls: quick ? 200 : 4000 });
    return {
      ...inserts,
      ...(await starts(data, SYSTEM, quick ? 30 : 300)),
      ...(await drained(data, waiting)),
      ...(await drainedWorkflows(data, waiting)),
    };
  } finally {
    await server.close();
    await own.remove();
  }
}

/** @param {Values} data @param {Values} operator @param {string} name @param {object | null} trigger */
async function addTable(data, operator, name, trigger) {
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'price', type: 'money' },
    { name: 'total', type: 'money' },
  ];
  await data.edit(operator, 'add-table', { name, fields });
  if (trigger)
    await data.edit(operator, 'add-trigger', { trigger: { label: name, table: name, events: ['insert'], ...trigger } });
}

/** @param {Values} data @param {Values} operator @param {{ repeats: number, calls: number }} options */
async function insertsInTurns(data, operator, { repeats, calls }) {
  /** @type {Record<string, number[]>} */
  const alone = { without: [], before: [], after: [] };
  /** @type {Record<string, number[]>} */
  const together = { without: [], before: [], after: [] };
  for (let i = 0; i < repeats; i++) {
    for (const table of Object.keys(TABLES)) {
      const call = (/** @type {number} */ n) =>
        data.rows.insert(operator, table, { title: `row ${n}`, price: n % 200 });
      alone[table].push((await timeCalls(calls / 4, call, { warmUp: 50 })).perSecond);
      together[table].push((await timeCalls(calls, call, { callers: CALLERS })).perSecond);
      // What waits is not to slow down the next.
      await data.automation.drain();
    }
  }
  const of = (/** @type {Record<string, number[]>} */ figures, /** @type {string} */ table) =>
    round(median(figures[table]) / median(figures.without), 3);
  return {
    'inserts/s, one caller': median(alone.without),
    'before : without, one caller': of(alone, 'before'),
    'after : without, one caller': of(alone, 'after'),
    [`inserts/s, ${CALLERS} callers`]: median(together.without),
    [`before : without, ${CALLERS} callers`]: of(together, 'before'),
    [`after : without, ${CALLERS} callers`]: of(together, 'after'),
  };
}

/** From the beginning of the change to that of the steps, in a process that serves. @param {Values} data @param {Values} operator @param {number} count */
async function starts(data, operator, count) {
  await data.db.query('delete from plinth.runs');
  for (let i = 0; i < count; i++) {
    await data.rows.insert(operator, 'after', { title: `start ${i}`, price: 1 });
    await new Promise((done) => setTimeout(done, 50));
  }
  await data.automation.drain();
  const { rows } = await data.db.query(`
    select percentile_cont(array[0.5, 0.95]) within group (order by extract(epoch from started_at - created_at) * 1000) as ms
      from plinth.runs where state = 'done'`);
  const [p50, p95] = rows[0].ms;
  return { 'change to steps ms p50': round(p50), 'change to steps ms p95': round(p95) };
}

/** @param {Values} data @param {number} waiting */
async function drained(data, waiting) {
  const { rows: before } = await data.db.query('select count(*)::int as n from app.notes');
  await data.db.query({
    text: `insert into app."after" (title, price) select 'waiting ' || n, 1 from generate_series(1, $1::int) n`,
    values: [waiting],
  });
  const began = performance.now();
  await data.automation.drain();
  const seconds = (performance.now() - began) / 1000;
  const { rows } = await data.db.query('select count(*)::int as n from app.notes');
  if (rows[0].n - before[0].n !== waiting)
    throw new Error(`${rows[0].n - before[0].n} of ${waiting} runs did their step`);
  return { 'waiting runs': waiting, 'runs/s': Math.round(waiting / seconds) };
}

/** Runs without steps, each of which ends once. @param {Values} data @param {number} waiting */
async function drainedWorkflows(data, waiting) {
  await data.edit(SYSTEM, 'add-workflow', { workflow: { label: 'Empty', name: 'empty', table: null, as: 'system' } });
  const run = await data.workflows.start(SYSTEM, { workflow: 'empty' });
  await data.workflows.runner.drain();
  await data.db.query({
    text: `
    with runs as (
      insert into plinth.runs (kind, object_id, version, variables, results, state, phase, epoch, restarts, secret, due_at)
      select kind, object_id, version, '{}', '{}', 'running', 'steps', 0, 0, gen_random_uuid(), null
        from plinth.runs, generate_series(1, $2::int) where id = $1::uuid
      returning id
    )
    insert into plinth.workflow_tokens (run_id, epoch, phase, path, root) select id, 0, 'ended', '', 'steps' from runs`,
    values: [run, waiting],
  });
  const began = performance.now();
  const drain = () => data.workflows.runner.drain();
  await Promise.all([drain(), drain(), drain()]);
  const seconds = (performance.now() - began) / 1000;
  const { rows } = await data.db.query(
    "select count(*)::int as n from plinth.runs where kind = 'workflow' and state = 'done'",
  );
  if (rows[0].n !== waiting + 1) throw new Error(`${rows[0].n - 1} of ${waiting} runs have ended`);
  return { 'workflow runs/s': Math.round(waiting / seconds) };
}

const [repeats, waiting] = process.argv.slice(2).map(Number);
await runAsScript(import.meta.url, () => run({ repeats, waiting }));
