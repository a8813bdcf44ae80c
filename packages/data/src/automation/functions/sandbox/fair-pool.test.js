import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Person } from '../../../postgres/fairness/index.js';
import { until } from '../../../testing/until.js';
import { createPool } from './pool.js';
import { createSuspects } from './suspects.js';

/** The time is for a busy machine; nothing here waits for it unless it says so. */
const LIMITS = { time: 30_000, memory: 32, calls: 200, output: 100_000, lines: 5 };
const CODES = {
  quick: 'export default () => 1',
  waits: 'export default () => new Promise(() => {})',
  asks: 'export default async (input, plinth) => { await plinth.rows("a").get(1); return 2 }',
  writes: 'export default async (input, plinth) => { await plinth.rows("a").insert({}); await new Promise(() => {}) }',
  reads: 'export default async (input, plinth) => { await plinth.rows("a").list(); return plinth.rows("b").get(1) }',
  lists: 'export default (input, plinth) => Promise.all(Array.from({ length: 50 }, () => plinth.rows("a").list()))',
  bomb: 'export default () => { let n = 3n; for (;;) n *= n; }',
};
const [eve, bob, cy] = ['eve', 'bob', 'cy'].map((name) => new Person(name, 'user'));

/** @param {import('node:test').TestContext} t @param {number} [size] */
function poolFor(t, size = 1) {
  const pool = createPool({ size });
  t.after(() => pool.close());
  /** @param {Person} person @param {keyof typeof CODES} code @param {{ limits?: object, handle?: (op: string, input: any) => Promise<unknown> }} [more] */
  const run = (person, code, { limits, handle = async () => null } = {}) =>
    pool.run({
      key: '',
      keep: false,
      name: code,
      code: CODES[code],
      input: '{}',
      user: null,
      person,
      handle,
      limits: { ...LIMITS, ...limits },
    });
  return { pool, run };
}

describe('Y3: isolates for everybody', () => {
  it('sixteen endless calls of one person don’t delay others', async (t) => {
    const { run } = poolFor(t, 2);
    const waiting = Array.from({ length: 16 }, () => run(eve, 'waits'));
    let isOver = false;
    void Promise.race(waiting).then(() => (isOver = true));
    for (let i = 0; i < 20; i++) assert.equal((await run(bob, 'quick')).text, 'v1');
    assert.equal(isOver, false);
  });

  it('only the person who overfills the queue is refused', async (t) => {
    const { run } = poolFor(t);
    const all = Array.from({ length: 150 }, () => run(eve, 'waits'));
    const refused = await Promise.race(all);
    assert.equal(refused.failure?.kind, 'share');
    assert.equal((await run(bob, 'quick')).text, 'v1');
  });

  it('a BigInt bomb ends only its own process, and calls that had changed nothing are repeated', async (t) => {
    const { pool, run } = poolFor(t);
    let asked = 0;
    /** @type {PromiseWithResolvers<null>} */
    const gone = Promise.withResolvers();
    const handle = async () => (++asked === 1 ? gone.promise : null);
    await run(bob, 'quick');
    const [pid] = pool.processes();
    const harmless = run(bob, 'asks', { handle });
    await until(() => asked === 1);
    const bomb = run(eve, 'bomb', { limits: { time: 300 } });
    const outcome = await bomb;
    await until(() => !pool.processes().includes(pid));
    gone.resolve(null);
    assert.ok(
      ['time', 'crash', 'memory', 'load'].includes(String(outcome.failure?.kind)),
      String(outcome.failure?.kind),
    );
    assert.equal((await harmless).text, 'v2');
  });

  it('calls that had changed something are not made twice', async (t) => {
    const { pool, run } = poolFor(t);
    let written = 0;
    const handle = async () => (written++, null);
    const writes = run(bob, 'writes', { handle });
    const waits = run(cy, 'waits', { limits: { time: 2000 } });
    await until(() => written === 1);
    process.kill(Number(pool.processes()[0]), 'SIGKILL');
    assert.equal((await writes).failure?.kind, 'crash');
    // Made again, it waits until its own time is over.
    assert.equal((await waits).failure?.kind, 'time');
    assert.equal(written, 1);
  });

  it('a person whose call crashed a process gets one of their own', async (t) => {
    const { pool, run } = poolFor(t);
    const alone = run(eve, 'waits');
    await run(eve, 'quick');
    const [first] = pool.processes();
    process.kill(Number(first), 'SIGKILL');
    assert.equal((await alone).failure?.kind, 'crash');
    assert.equal((await run(bob, 'quick')).text, 'v1');
    const shared = pool.processes();
    assert.equal((await run(eve, 'quick')).text, 'v1');
    const own = pool.processes().filter((pid) => !shared.includes(pid));
    assert.equal(own.length, 1);
    process.kill(Number(own[0]), 'SIGKILL');
    assert.equal((await run(bob, 'quick')).text, 'v1');
    assert.ok(pool.processes().includes(shared[0]));
  });

  it('is forgotten after a while', () => {
    let now = 0;
    const suspects = createSuspects(() => now);
    suspects.add(eve);
    assert.deepEqual([suspects.has(eve), suspects.has(bob)], [true, false]);
    now += 600_001;
    assert.equal(suspects.has(eve), false);
  });

  it('only a few answers of one person are in memory at once, however many are requested', async (t) => {
    const { run } = poolFor(t, 2);
    let [now, most, count] = [0, 0, 0];
    const handle = async () => {
      now++;
      count++;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
      return { rows: [], next: null };
    };
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => run(eve, 'lists', { handle })));
    assert.ok(outcomes.every(({ text }) => text?.startsWith('v')));
    assert.equal(count, 200);
    assert.ok(most <= 3, `${most} at once`);
  });
});
