/** @import { Benchmark } from '@plinth/cli/benchmarks' */
/** @import { Values } from '@plinth/plugin' */
import { cpuBetween, cpuOfTree, median, round, timeCalls, withOwnApp } from '@plinth/cli/benchmarks';

const PEOPLE = 8;
const MESSAGE = { text: 'Twelve chars', body: 'y'.repeat(110) };

/**
 * The chat room's messages through the data package's own functions in one process: many callers at once insert, read,
 * update and delete single rows. Rights are checked on each (people reach their own messages only), four foreign keys
 * hold, commits are durable. Goals with 64 callers: 20,000 inserts/s, 80,000 reads by key/s.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'E',
  about: 'single rows for many callers at once',
  sizes: { rounds: [3, 1], count: [20_000, 4000] },
  run: ({ rounds: times, count }, { onProgress }) =>
    withOwnApp(async ({ data }, operator) => {
      const room = await addTables(data, operator);
      const actors = [];
      for (let i = 0; i < PEOPLE; i++) {
        const person = { name: `Person ${i}`, email: `person${i}@bench.example`, roles: ['user'] };
        const { id } = await data.people.users.create(operator, person);
        actors.push(await data.access.actorOfUser(operator, id));
      }
      // One unmeasured run: plans are cached, and the table gets its first pages and statistics.
      await measure(data.rows, { actors, room, callers: 64, count });
      await data.db.query('vacuum analyze app.messages');
      const results = [];
      for (const [i, callers] of [16, 64].entries()) {
        /** @type {Awaited<ReturnType<typeof measure>>[]} */
        const rounds = [];
        for (let n = 0; n < times; n++) {
          rounds.push(await measure(data.rows, { actors, room, callers, count }));
          onProgress(i * times + n + 1, 2 * times);
        }
        for (const [at, { name }] of rounds[0].entries())
          results.push(
            summary(
              `${name}, ${callers} callers`,
              rounds.map((one) => one[at]),
            ),
          );
      }
      return results;
    }),
};

/** @param {Values} data @param {Values} operator */
async function addTables(data, operator) {
  const fields = [{ name: 'name', type: 'text' }];
  await data.edit(operator, 'add-table', { name: 'rooms', access: { user: { read: 'all' } }, fields });
  await data.edit(operator, 'add-table', {
    name: 'messages',
    owner: 'author',
    access: { user: { read: 'own', create: 'all', update: 'own', delete: 'own' } },
    fields: [
      { name: 'author', type: 'user' },
      { name: 'room', type: 'relation', attributes: { table: 'rooms' } },
      { name: 'text', type: 'text', required: true },
      { name: 'body', type: 'long_text' },
    ],
  });
  return (await data.rows.insert(operator, 'rooms', { name: 'Lobby' })).id;
}

/** @param {any} rows @param {{ actors: unknown[], room: number, callers: number, count: number }} how */
async function measure(rows, { actors, room, callers, count }) {
  /** @type {{ actor: unknown, id: any }[]} */
  const made = [];
  const of = (/** @type {number} */ i) => made[(i * 7919) % made.length];
  /** @type {[string, number, (i: number) => Promise<unknown>][]} */
  const operations = [
    [
      'insert',
      count,
      async (i) => {
        const actor = actors[i % PEOPLE];
        made.push({ actor, id: (await rows.insert(actor, 'messages', { ...MESSAGE, room })).id });
      },
    ],
    ['read', count * 2, (i) => rows.get(of(i).actor, 'messages', of(i).id)],
    ['update', count, (i) => rows.update(of(i).actor, 'messages', of(i).id, { text: `Text ${i}` })],
    ['delete', count, (i) => rows.remove(made[i].actor, 'messages', made[i].id)],
  ];
  const results = [];
  for (const [name, calls, call] of operations) {
    const before = cpuOfTree(process.pid);
    const times = await timeCalls(calls, call, { callers });
    const { cpuMs, databaseMs } = cpuBetween(before, cpuOfTree(process.pid));
    const each = (/** @type {number} */ ms) => round((ms * 1000) / calls);
    results.push({ name, ...times, 'node CPU us': each(cpuMs - databaseMs), 'postgres CPU us': each(databaseMs) });
  }
  return results;
}

/** @param {string} name @param {Awaited<ReturnType<typeof measure>>} runs */
function summary(name, runs) {
  const rates = runs.map(({ perSecond }) => perSecond);
  const middle = runs.find(({ perSecond }) => perSecond >= median(rates));
  return { ...middle, name, spread: rates.join(' ') };
}
