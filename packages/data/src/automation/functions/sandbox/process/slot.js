/** @import { Values } from '@plinth/plugin' */
/** @import { FromChild, LogLine, RunMessage } from '../types.d.ts' */
import { createBlanks } from './blanks.js';

/** An isolate that runs one call after another. @typedef {ReturnType<typeof createSlot>} Slot */

/**
 * @param {{ ivm: any, send: (message: FromChild) => void, blanks?: ReturnType<typeof createBlanks> }} context @param {RunMessage} first
 */
export function createSlot({ ivm, send, blanks = createBlanks({ ivm }) }, { key, name, code, modules = {}, limits }) {
  const blank = blanks.take(limits.memory);
  const { isolate } = blank;
  const file = `functions/${name}.js`;
  /** The call in progress. @type {RunMessage | null} */
  let call = null;
  /** Its requests that have no answer yet. */
  let asked = 0;
  const imported = createImports(isolate, modules);
  const messages = createMessageCount();
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
      messages.reset();
      if (!main) {
        const heard = new ivm.Callback(hear, { ignored: true });
        ({ main, answers } = await load(blank, imported, { heard, file, code, limits }));
      }
      const info = JSON.stringify(infoOf(given));
      /** @type {string} */
      const said = await main.apply(undefined, [given.input, info], { result: { promise: true } });
      const end = said.search(/[a-z]/);
      await messages.reached(Number(said.slice(0, end)));
      return said.slice(end);
    },

    /** @param {number} id @param {string} text */
    answer(id, text) {
      if (isolate.isDisposed) return;
      asked -= 1;
      answers.applyIgnored(undefined, [id, text]);
    },

    /** Ends the call. Later messages of the function are ignored. */
    finish() {
      const isClean = asked === 0 && !isolate.isDisposed;
      call = null;
      return { logs, isClean };
    },

    dispose() {
      messages.giveUp();
      if (!isolate.isDisposed) isolate.dispose();
    },
  };

  /** @param {string} text */
  function hear(text) {
    if (!call) return;
    const { op, id, level, text: line, input } = JSON.parse(text);
    if (op === 'log') logs.push({ level, text: line });
    else {
      asked += 1;
      send({ type: 'ask', id: call.id, ask: id, op, input });
    }
    messages.add();
  }
}

/**
 * Loads the code into an isolate that has run none.
 *
 * @param {import('./blanks.js').Blank} blank @param {ReturnType<typeof createImports>} imported
 * @param {Pick<RunMessage, 'code' | 'limits'> & { heard: any, file: string }} own heard: gets the messages of the code
 */
async function load({ isolate, prepared }, imported, { heard, file, code, limits }) {
  const { context, start } = await prepared;
  const started = await start.apply(undefined, [heard, file], { result: { reference: true } });
  const module = await isolate.compileModule(code, { filename: file });
  await module.instantiate(context, imported);
  await module.evaluate({ timeout: limits.time });
  const given = (await module.namespace.get('default', { reference: true })).derefInto();
  const answers = await started.get('answer', { reference: true });
  const prepare = await started.get('main', { reference: true });
  return { answers, main: await prepare.apply(undefined, [given], { result: { reference: true } }) };
}

/** Messages received for a call: its result can overtake those that were sent before it. */
function createMessageCount() {
  let count = 0;
  let wanted = 0;
  /** @type {(() => void) | null} */
  let go = null;
  return {
    reset() {
      count = 0;
      go = null;
    },
    add() {
      count += 1;
      if (count >= wanted) go?.();
    },
    /** @param {number} sent @returns {Promise<void> | null} null: all have come */
    reached(sent) {
      wanted = sent;
      return count >= sent ? null : new Promise((resolve) => (go = resolve));
    },
    giveUp: () => go?.(),
  };
}

/**
 * Finds what the code imports: one module for each name, however often it is imported.
 *
 * @param {any} isolate @param {Record<string, string>} modules
 */
function createImports(isolate, modules) {
  /** @type {Map<string, Promise<Values>>} */
  const known = new Map();
  return (/** @type {string} */ specifier) => {
    if (!Object.hasOwn(modules, specifier)) throw new Error(`A function can't import "${specifier}"`);
    const filename = `${specifier.replace(/^app\//, 'functions/')}.js`;
    const module = known.get(specifier) ?? isolate.compileModule(modules[specifier], { filename });
    known.set(specifier, module);
    return module;
  };
}

/** What a call knows of itself. @param {RunMessage} call */
const infoOf = ({ user, limits, each = false, streams = false }) => ({ user, limits, each, streams });
