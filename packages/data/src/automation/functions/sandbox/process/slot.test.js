import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSlot } from './slot.js';

/** An engine whose functions answer at once, and whose messages come when `say` is called. @param {string} result */
function createEngine(result) {
  /** @type {(text: string) => void} */
  let hear = () => {};
  const main = { apply: async () => result };
  const started = { get: async (/** @type {string} */ name) => (name === 'main' ? { apply: async () => main } : {}) };
  const exported = /** @type {Record<string, any>} */ ({
    start: { apply: async () => started },
    default: { derefInto() {} },
  });
  class Isolate {
    isDisposed = false;
    createContext = async () => ({});
    compileModule = async () => ({
      async instantiate() {},
      async evaluate() {},
      namespace: { get: async (/** @type {string} */ name) => exported[name] },
    });
    dispose() {
      this.isDisposed = true;
    }
  }
  class Callback {
    /** @param {(text: string) => void} heard */
    constructor(heard) {
      hear = heard;
    }
  }
  return { ivm: { Isolate, Callback }, say: (/** @type {object} */ message) => hear(JSON.stringify(message)) };
}

const limits = { time: 1000, memory: 32, calls: 5, output: 100, lines: 5 };
const call = /** @type {any} */ ({ id: 1, key: 'k', keep: true, name: 'tried', code: '', input: '{}', limits });

describe('an isolate whose result overtakes what it sent before', () => {
  it('waits for the log and for requests that the function did not await', async () => {
    const { ivm, say } = createEngine('2v7');
    /** @type {any[]} */
    const asked = [];
    const slot = createSlot({ ivm, send: (message) => asked.push(message) }, call);
    const running = slot.run(call);
    await new Promise(setImmediate);
    say({ op: 'log', level: 'info', text: 'a' });
    say({ op: 'mail', id: 1, input: {} });
    assert.equal(await running, 'v7');
    assert.deepEqual([slot.finish().logs, asked.map(({ op }) => op)], [[{ level: 'info', text: 'a' }], ['mail']]);
  });

  it('does not wait for messages of an isolate that is ended', async () => {
    const { ivm } = createEngine('1v7');
    const slot = createSlot({ ivm, send() {} }, call);
    const running = slot.run(call);
    await new Promise(setImmediate);
    slot.dispose();
    assert.equal(await running, 'v7');
    assert.deepEqual(slot.finish(), { logs: [], isClean: false });
  });
});
