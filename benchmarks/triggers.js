/** @import { Benchmark } from '@plinth/cli/benchmarks' */
/** @import { Values } from '@plinth/plugin' */
import { median, round, timeCalls, timed, withServer } from '@plinth/cli/benchmarks';

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
 * Single inserts into a table without any trigger, with one before the row is saved (a condition and a field that it sets), and
 * with one after the change, in turns; how long after the change its steps start; and how fast waiting runs of triggers and of
 * workflows, which have no steps, are worked off by one process.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'E',
  about: 'inserts with triggers, how soon they start, and how fast waiting runs are worked off',
  sizes: { rounds: [3, 1], calls: [4000, 200], changes: [300, 30], waiting: [10_000, 500] },
  run: ({ rounds, calls, changes, waiting }) =>
    withServer(
      async ({ data, operator }) => {
        await data.edit(operator, 'add-table', { name: 'notes', fields: [{ name: 'text', type: 'text' }] });
        for (const [name, trigger] of Object.entries(TABLES)) await addTable(data, operator, name, trigger);
        return {
          ...(await insertsInTurns(data, operator, rounds, calls)),
          ...(await starts(data, operator, changes)),
          ...(await drained(data, waiting)),
          ...(await drainedWorkflows(data, operator, waiting)),
        };
      },
      { env: { LOG_LEVEL: 'error' } },
    ),
};

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

/** @param {Values} data @param {Values} operator @param {number} rounds @param {number} calls */
async function insertsInTurns(data, operator, rounds, calls) {
  const waysOf = {
    'one caller': { calls: calls / 4, warmUp: 50 },
    [`${CALLERS} callers`]: { calls, callers: CALLERS },
  };
  /** @type {Record<string, Record<string, number[]>>} */
  const rates = {};
  for (let i = 0; i < rounds; i++) {
    for (const table of Object.keys(TABLES)) {
      const call = (/** @type {number} */ n) =>
        data.rows.insert(operator, table, { title: `row ${n}`, price: n % 200 });
      for (const [way, { calls: count, ...how }] of Object.entries(waysOf)) {
        const of = ((rates[way] ??= {})[table] ??= []);
        of.push((await timeCalls(count, call, how)).perSecond);
      }
      // What waits is not to slow down the next.
      await data.automation.drain();
    }
  }
  const found = Object.entries(rates).flatMap(([way, { without, ...others }]) => [
    [`inserts/s, ${way}`, median(without)],
    ...Object.entries(others).map(([name, of]) => [
      `${name} : without, ${way}`,
      round(median(of) / median(without), 3),
    ]),
  ]);
  return Object.fromEntries(found);
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

/** Runs of the trigger after a change. @param {Values} data @param {number} waiting */
async function drained(data, waiting) {
  const notes = async () => (await data.db.query('select count(*)::int as n from app.notes')).rows[0].n;
  const before = await notes();
  await data.db.query({
    text: `insert into app."after" (title, price) select 'waiting ' || n, 1 from generate_series(1, $1::int) n`,
    values: [waiting],
  });
  const ms = await timed(() => data.automation.drain());
  const done = (await notes()) - before;
  if (done !== waiting) throw new Error(`${done} of ${waiting} runs did their step`);
  return { 'waiting runs': waiting, 'runs/s': Math.round((waiting * 1000) / ms) };
}

/** Runs without steps, each of which ends once. @param {Values} data @param {Values} operator @param {number} waiting */
async function drainedWorkflows(data, operator, waiting) {
  await data.edit(operator, 'add-workflow', { workflow: { label: 'Empty', name: 'empty', table: null, as: 'system' } });
  const run = await data.workflows.start(operator, { workflow: 'empty' });
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
  const drain = () => data.workflows.runner.drain();
  const ms = await timed(() => Promise.all([drain(), drain(), drain()]));
  const { rows } = await data.db.query(
    "select count(*)::int as n from plinth.runs where kind = 'workflow' and state = 'done'",
  );
  if (rows[0].n !== waiting + 1) throw new Error(`${rows[0].n - 1} of ${waiting} runs have ended`);
  return { 'workflow runs/s': Math.round((waiting * 1000) / ms) };
}
