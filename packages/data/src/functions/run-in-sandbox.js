/** @import { AppFunction } from '@plinth/plugin' */
/** @import { LogLine } from './sandbox/types.d.ts' */
/** @import { Run } from './perform.js' */
import { AppError } from '@plinth/plugin';
import { createRedact, redactAll } from '../secrets/redact.js';
import { errorOfFailure, errorOfPlatform, errorOfThrown } from './failures.js';
import { modulesOf } from './modules.js';
import { createPerform } from './perform.js';
import { createPool } from './sandbox/pool.js';
import { createProcessStarter } from './sandbox/start-process.js';

/** @typedef {{ text: string, isAnswer: boolean, logs: LogLine[], ms: number }} Done `text` is JSON: the value, or { body, status, type, headers } */

/** Characters of a result, and lines of a log. */
const MOST_OUTPUT = 2_000_000;
const MOST_LINES = 200;

/**
 * Runs a function in a process of the pool, which exists from the first call on.
 *
 * @param {import('./create-functions.js').Context} context
 * @param {{ createStarter?: typeof createProcessStarter }} [options]
 */
export function createRunInSandbox(context, { createStarter = createProcessStarter } = {}) {
  const perform = createPerform(context);
  /** @type {ReturnType<typeof createPool> | null} */
  let pool = null;

  return {
    /**
     * @param {Run} run @param {string} input JSON @param {string | null} key null: never in the isolate of another call
     * @returns {Promise<Done>}
     */
    async run(run, input, key) {
      const { fn, caller } = run;
      /** Errors of the gate that the function may pass on, as they are. @type {AppError[]} */
      const met = [];
      pool ??= createPool({ start: starterFor(fn) });
      const values = await context.secrets.known(fn.secrets);
      const redact = createRedact(values.values());
      const outcome = await pool.run({
        ...{
          key: key ?? '',
          keep: key !== null,
          name: fn.name,
          code: fn.code,
          modules: modulesOf(context.catalog(), fn).code,
          input,
          user: userOf(caller),
        },
        limits: { time: fn.seconds * 1000, memory: fn.memory, calls: fn.calls, output: MOST_OUTPUT, lines: MOST_LINES },
        handle: (op, given) =>
          perform({ ...run, secrets: values }, op, given).catch((error) => Promise.reject(told(error, met))),
      });
      const { text, failure, logs, ms } = values.size > 0 ? redactAll(outcome, redact) : outcome;
      if (failure) throw withRun(errorOfFailure(fn, failure), logs, ms);
      if (text?.startsWith('e')) throw withRun(thrownBy(fn, JSON.parse(text.slice(1)), met), logs, ms);
      return { text: String(text).slice(1), isAnswer: text?.[0] === 'a', logs, ms };
    },
    processes: () => pool?.processes() ?? [],
    close: () => pool?.close(),
  };

  /** @param {AppFunction} fn @throws {AppError} FUNCTION_UNAVAILABLE */
  function starterFor(fn) {
    try {
      return createStarter();
    } catch (error) {
      context.log.error('functions are not available', { error: String(error) });
      throw errorOfPlatform(fn);
    }
  }

  /** @param {unknown} error @param {AppError[]} met */
  function told(error, met) {
    if (!(error instanceof AppError)) {
      context.log.error('function operation failed', { error });
      return { message: 'The server could not do this', code: 'INTERNAL', status: 500 };
    }
    met.push(error);
    return { message: error.message, code: error.code, status: error.status, ref: met.length - 1 };
  }
}

/** @param {AppFunction} fn @param {any} thrown @param {readonly AppError[]} met */
function thrownBy(fn, thrown, met) {
  // The system may see more than the caller, so its errors stay inside.
  return errorOfThrown(fn, thrown, fn.runAs === 'system' ? undefined : met[thrown.ref]);
}

/** @param {import('./failures.js').FunctionError} error @param {LogLine[]} logs @param {number} ms */
const withRun = (error, logs, ms) => Object.assign(error, { logs, ms });

/** What a function knows of its caller. @param {import('@plinth/plugin').Actor} actor */
function userOf({ userId, name, email, roles, groups = [] }) {
  return userId === null ? null : { id: userId, name: name ?? null, email: email ?? null, roles, groups };
}
