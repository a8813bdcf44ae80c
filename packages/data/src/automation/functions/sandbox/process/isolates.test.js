import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIsolates } from './isolates.js';

/** An engine whose isolates say how many calls they have run. */
function createEngine() {
  const made = /** @type {any[]} */ ([]);
  class Isolate {
    isDisposed = false;
    calls = 0;
    constructor() {
      made.push(this);
    }
    createContext = async () => ({});
    compileModule = async () => ({
      async instantiate() {},
      async evaluate() {},
      namespace: { get: async () => this.#start },
    });
    #start = {
      derefInto() {},
      apply: async () => ({
        get: async (/** @type {string} */ name) =>
          name === 'main' ? { apply: async () => ({ apply: async () => `0v${(this.calls += 1)}` }) } : {},
      }),
    };
    dispose() {
      this.isDisposed = true;
    }
  }
  return { ivm: { Isolate, Callback: class {} }, made };
}

function open() {
  const { ivm, made } = createEngine();
  /** @type {string[]} */
  const answers = [];
  let time = 0;
  const isolates = createIsolates({
    ivm,
    send: (/** @type {any} */ { text }) => answers.push(text),
    mostBytes: Infinity,
    now: () => time,
  });
  const limits = { time: 1000, memory: 64, calls: 5, output: 100, lines: 5 };
  let id = 0;
  const run = async (/** @type {string | null} */ key, more = {}) => {
    id += 1;
    const call = {
      id,
      key: key ?? '',
      keep: key !== null,
      name: 'f',
      code: '',
      input: '{}',
      limits: { ...limits, ...more },
    };
    await isolates.run(/** @type {any} */ (call));
    return answers.at(-1);
  };
  return { run, made, later: (/** @type {number} */ ms) => void (time += ms) };
}

describe('kept isolates', () => {
  it('S9: serve the same key for a minute, and are then discarded', async () => {
    const { run, later } = open();
    assert.deepEqual(
      [await run('ada'), await run('ada'), await run('ben'), await run('ada')],
      ['v1', 'v2', 'v1', 'v3'],
    );
    later(59_000);
    assert.equal(await run('ada'), 'v4');
    later(1000);
    assert.deepEqual([await run('ada'), await run('ben')], ['v1', 'v1'], 'however often they were used since');
  });

  it('S9: serve no call without a key', async () => {
    const { run } = open();
    assert.deepEqual([await run('ada'), await run(null), await run(null), await run('')], ['v1', 'v1', 'v1', 'v1']);
  });

  it('S9: are prepared in limited numbers, and prepared ones are unused', async () => {
    const { run, made } = open();
    const alive = () => made.filter(({ isDisposed }) => !isDisposed);
    for (let n = 0; n < 50; n++) assert.equal(await run(null, { memory: 16 + n }), 'v1');
    assert.ok(alive().length <= 4, String(alive().length));
    for (const { calls } of alive()) assert.equal(calls, 0);
    for (let n = 0; n < 50; n++) await run(`person ${n}`);
    assert.ok(alive().length <= 12 + 4, String(alive().length));
  });
});
