/** @import { FromChild, LogLine, RunMessage } from '../types.d.ts' */
import { readFileSync } from 'node:fs';

const INSIDE = readFileSync(new URL('./inside.js', import.meta.url), 'utf8');

/** An isolate that runs one call after another. @typedef {ReturnType<typeof createSlot>} Slot */

/**
 * @param {{ ivm: any, send: (message: FromChild) => void }} context @param {RunMessage} first
 */
export function createSlot({ ivm, send }, { key, name, code, modules = {}, limits }) {
  const isolate = new ivm.Isolate({ memoryLimit: limits.memory, onCatastrophicError: () => process.abort() });
  const file = `functions/${name}.js`;
  /** The call in progress. @type {RunMessage | null} */
  let call = null;
  /** What it asked for and has no answer to yet. */
  let asked = 0;
  const imported = createImports(isolate, modules);
  /** @type {LogLine[]} */
  let logs = [];
  /** @type {any} */
  let main = null;
  /** @type {any} */
  let answers = null;

  return {
    key,
    isolate,

    /** @param {RunMessage} given @returns {Promise<string>} see `start` in inside.js */
    async run(given) {
      call = given;
      logs = [];
      if (!main) await load();
      const info = JSON.stringify({ user: given.user, limits: given.limits });
      return main.apply(undefined, [given.input, info], { result: { promise: true } });
    },

    /** @param {number} id @param {string} text */
    answer(id, text) {
      if (isolate.isDisposed) return;
      asked -= 1;
      answers.applyIgnored(undefined, [id, text]);
    },

    /** Ends the call. What the function says from now on, it says for nobody. */
    finish() {
      const isClean = asked === 0 && !isolate.isDisposed;
      call = null;
      return { logs, isClean };
    },

    dispose() {
      if (!isolate.isDisposed) isolate.dispose();
    },
  };

  async function load() {
    const context = await isolate.createContext();
    const inside = await evaluate(context, INSIDE, 'plinth:inside');
    const heard = new ivm.Callback(hear, { ignored: true });
    const start = await inside.get('start', { reference: true });
    const started = await start.apply(undefined, [heard, file], { result: { reference: true } });
    const own = await evaluate(context, code, file);
    const given = (await own.get('default', { reference: true })).derefInto();
    answers = await started.get('answer', { reference: true });
    const prepare = await started.get('main', { reference: true });
    main = await prepare.apply(undefined, [given], { result: { reference: true } });
  }

  /** @param {any} context @param {string} source @param {string} filename */
  async function evaluate(context, source, filename) {
    const module = await isolate.compileModule(source, { filename });
    await module.instantiate(context, imported);
    await module.evaluate({ timeout: limits.time });
    return module.namespace;
  }

  /** @param {string} text */
  function hear(text) {
    if (!call) return;
    const { op, id, level, text: line, input } = JSON.parse(text);
    if (op === 'log') return void logs.push({ level, text: line });
    asked += 1;
    send({ type: 'ask', id: call.id, ask: id, op, input });
  }
}

/**
 * Finds what the code imports: one module for each name, however often it is imported.
 *
 * @param {any} isolate @param {Record<string, string>} modules
 */
function createImports(isolate, modules) {
  /** @type {Map<string, Promise<any>>} */
  const known = new Map();
  return (/** @type {string} */ specifier) => {
    const name = /^app\/(.+)$/.exec(specifier)?.[1] ?? '';
    if (!Object.hasOwn(modules, name)) throw new Error(`A function can't import "${specifier}"`);
    const module = known.get(name) ?? isolate.compileModule(modules[name], { filename: `functions/${name}.js` });
    known.set(name, module);
    return module;
  };
}
