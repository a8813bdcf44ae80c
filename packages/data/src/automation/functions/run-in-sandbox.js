/** @import { AppFunction, Values } from '@plinth/plugin' */
/** @import { LogLine } from './sandbox/types.d.ts' */
/** @import { Run } from './perform.js' */
import { AppError } from '@plinth/plugin';
import { systemFor } from '../../postgres/fairness/index.js';
import { createRedact, redactAll } from '../secrets/redact.js';
import { errorOfFailure, errorOfPlatform, errorOfThrown, outputTooLarge } from './failures.js';
import { modulesOf } from './modules.js';
import { createPerform } from './perform.js';
import { createPool } from './sandbox/pool.js';
import { createProcessStarter } from './sandbox/start-process.js';

/** @typedef {{ text: string, isAnswer: boolean, isStreamed?: boolean, logs: LogLine[], ms: number }} Done `text` is JSON: the value, or { body, status, type, headers } */

/** Characters of a result, and lines of a log. */
const MOST_OUTPUT = 2_000_000;
const MOST_LINES = 200;
/** Characters of a response that is sent in parts, of which each counts as much as this at least. */
const MOST_STREAM = 20_000_000;
const LEAST_PART = 100;

/**
 * Runs a function in a process of the pool, which exists from the first call on.
 *
 * @param {import('./create-functions.js').Context} context
 * @param {{ createStarter?: typeof createProcessStarter }} [options]
 */
export function createRunInSandbox(context, { createStarter = createProcessStarter } = {}) {
  const perform = createPerform(context);
  const share = context.memory.worker.functions;
  /** @type {ReturnType<typeof createPool> | null} */
  let pool = null;

  return {
    /**
     * @param {Run} run @param {string} input JSON @param {string | null} key null: never in the isolate of another call
     * @returns {Promise<Done>}
     */
    async run(run, input, key) {
      const { text, logs, ms } = await inSandbox(run, { input, key });
      return { text: text.slice(1), isAnswer: text[0] === 'a', isStreamed: text === 's', logs, ms };
    },

    /**
     * Calls the function for each of the inputs.
     *
     * @param {Run} run @param {readonly object[]} inputs @param {string | null} key
     * @returns {Promise<Done & { results: ({ value: unknown } | { error: import('./failures.js').FunctionError })[] }>}
     */
    async each(run, inputs, key) {
      const done = await inSandbox(run, { input: JSON.stringify(inputs), key, count: inputs.length });
      const results = JSON.parse(done.text.slice(1));
      return {
        logs: done.logs,
        ms: done.ms,
        text: '',
        isAnswer: false,
        results: inputs.map((_, i) => resultOf(run.fn, results?.[i])),
      };
    },
    processes: () => pool?.processes() ?? [],
    close: () => pool?.close(),
  };

  /**
   * @param {Run} run @param {{ input: string, key: string | null, count?: number }} call count: of inputs, if it is a list
   * @returns {Promise<{ text: string, logs: LogLine[], ms: number }>}
   */
  async function inSandbox(run, { input, key, count }) {
    const { fn, caller } = run;
    /** Errors of the gate that the function may pass on, as they are. @type {AppError[]} */
    const met = [];
    const start = () => createStarter(share.mb);
    pool ??= createPool({ share, start: starterFor(context.log, start, fn) });
    const values = await context.secrets.known(fn.secrets);
    const redact = createRedact(values.values());
    const sendPart = createSendPart(run, redact);
    const { fairness } = context.db;
    const person = fairness.person() ?? systemFor(caller.userId);
    const outcome = await pool.run({
      key: key ?? '',
      keep: key !== null,
      name: fn.name,
      code: fn.code,
      modules: modulesOf(context.catalog(), fn).code,
      input,
      each: count !== undefined,
      streams: run.stream !== undefined,
      signal: run.stream?.signal,
      user: userOf(caller),
      limits: limitsOf(fn, count ?? 1),
      person,
      handle: (op, given) => {
        // Messages of a process come in the name of whoever had it started.
        const work = fairness.as(person, () =>
          op === 'chunk' ? sendPart(given) : perform({ ...run, secrets: values }, op, given),
        );
        return work.catch((error) => Promise.reject(told(context.log, error, met)));
      },
    });
    const { text, failure, logs, ms } = values.size > 0 ? redactAll(outcome, redact) : outcome;
    if (failure) throw withRun(errorOfFailure(fn, failure), logs, ms);
    if (text?.startsWith('e')) throw withRun(thrownBy(fn, JSON.parse(text.slice(1)), met), logs, ms);
    return { text: String(text), logs, ms };
  }
}

/** @param {import('../../create-data.js').Log} log @param {() => ReturnType<typeof createProcessStarter>} createStarter @param {AppFunction} fn @throws {AppError} FUNCTION_UNAVAILABLE */
function starterFor(log, createStarter, fn) {
  try {
    return createStarter();
  } catch (error) {
    log.error('functions are not available', { error: String(error) });
    throw errorOfPlatform(fn);
  }
}

/** @param {import('../../create-data.js').Log} log @param {unknown} error @param {AppError[]} met */
function told(log, error, met) {
  if (!(error instanceof AppError)) {
    log.error('function operation failed', { error });
    return { message: 'The server could not do this', code: 'INTERNAL', status: 500 };
  }
  met.push(error);
  return { message: error.message, code: error.code, status: error.status, ref: met.length - 1 };
}

/** @param {AppFunction} fn @param {any} thrown @param {readonly AppError[]} met */
function thrownBy(fn, thrown, met) {
  return errorOfThrown(fn, thrown, met[thrown.ref]);
}

/** @param {import('./failures.js').FunctionError} error @param {LogLine[]} logs @param {number} ms */
const withRun = (error, logs, ms) => Object.assign(error, { logs, ms });

/** What a function knows of its caller. @param {import('@plinth/plugin').Actor} actor */
function userOf({ userId, name, email, roles, groups = [] }) {
  return userId === null ? null : { id: userId, name: name ?? null, email: email ?? null, roles, groups };
}

/** @param {AppFunction} fn @param {Values} result as the sandbox sent it, which the function may have changed */
function resultOf(fn, result) {
  if (result?.error) return { error: errorOfThrown(fn, thrownText(result.error)) };
  return { value: result?.value ?? null };
}

/** @param {any} thrown */
const thrownText = ({ message, stack, code, status, field }) => ({
  message: String(message),
  stack: String(stack ?? ''),
  code,
  status,
  ...(typeof field === 'string' && { field }),
});

/**
 * Parts of a response on their way to the reader. The sandbox counts them as well; this count is one that it can't change.
 *
 * @param {Run} run @param {(text: string) => string} redact
 */
function createSendPart({ fn, stream }, redact) {
  let size = 0;
  return async (/** @type {{ text: string, head?: object }} */ { text, head }) => {
    size += Math.max(LEAST_PART, text.length);
    if (!stream || size > MOST_STREAM) throw outputTooLarge(fn);
    await stream.take({ text: redact(text), ...(head && { head: JSON.parse(redact(JSON.stringify(head))) }) });
    return null;
  };
}

/** @param {Run['fn']} fn @param {number} count of inputs */
function limitsOf(fn, count) {
  return {
    time: fn.seconds * 1000,
    memory: fn.memory,
    calls: fn.calls * count,
    output: MOST_OUTPUT,
    stream: MOST_STREAM,
    lines: MOST_LINES,
  };
}
