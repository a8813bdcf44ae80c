/** @import { ChildProcess } from 'node:child_process' */
/** @import { AskMessage, Failure, FromChild, Limits, LogLine } from './types.d.ts' */
import { createRunningCalls } from './running-calls.js';

/** How long after its limit a call that did not end takes its process with it, in ms. */
const GRACE = 300;
/** How long a process may take to start, in ms. */
const STARTING = 20_000;

/**
 * @typedef {{ key: string, keep: boolean, name: string, code: string, modules?: Record<string, string>, input: string, each?: boolean, streams?: boolean, signal?: AbortSignal, user: object | null, limits: Limits,
 *   handle: (op: string, input: any) => Promise<unknown> }} Work `handle` does what the function asks for; what it
 *   throws, the function can catch: { message, code?, status?, ref? }; `signal`: ends the call
 * @typedef {{ text?: string, failure?: Failure, logs: LogLine[], ms: number }} Outcome
 * @typedef {{ work: Work, resolve: (outcome: Outcome) => void, began: number }} Call
 */

/**
 * A process of the pool with the calls in it.
 *
 * @param {{ child: ChildProcess, idle: number, onFree: () => void, onGone: () => void }} options
 */
export function createMember({ child, idle, onFree, onGone }) {
  const calls = createRunningCalls();
  let lastId = 0;
  let isReady = false;
  let isGone = false;
  /** @type {NodeJS.Timeout | undefined} */
  let leaving;

  child.on('message', (message) => hear(/** @type {FromChild} */ (message)));
  child.on('error', gone);
  child.on('exit', gone);
  return {
    pid: child.pid,
    size: calls.size,

    /** @param {Call} call */
    begin(call) {
      clearTimeout(leaving);
      const id = ++lastId;
      const { handle: _, signal, ...work } = call.work;
      calls.add(id, call);
      watch(id);
      child.send({ type: 'run', id, ...work }, (error) => error && gone());
      onAbort(signal, () => cancel(child, calls, id) && onFree());
    },

    end: gone,
  };

  /** @param {FromChild} message */
  function hear(message) {
    if (message.type === 'ask') return void ask(message);
    if (message.type === 'ready') {
      isReady = true;
      for (const id of calls.ids()) watch(id);
      return;
    }
    const { id, type: _, ...outcome } = message;
    calls.settle(id, outcome);
    if (calls.size() === 0 && !isGone) leaving = setTimeout(gone, idle).unref();
    onFree();
  }

  /** @param {AskMessage} message */
  async function ask(message) {
    const { id, ask: number } = message;
    const call = calls.get(id);
    const text = call && (await answerTo(call, message));
    if (text === null) return kill(id);
    if (calls.get(id)) child.send({ type: 'reply', id, ask: number, text }, () => {});
  }

  /** The process measures the time of a call; this catches one that can't be stopped there. @param {number} id */
  function watch(id) {
    const { time } = /** @type {Call} */ (calls.get(id)).work.limits;
    calls.watch(id, time + GRACE + (isReady ? 0 : STARTING), () => kill(id));
  }

  /** A call that can't be stopped otherwise: other calls in its process fail with it. @param {number} id */
  function kill(id) {
    calls.fail(id, 'time', 'The function did not stop at its limit');
    gone();
  }

  function gone() {
    if (isGone) return;
    isGone = true;
    clearTimeout(leaving);
    child.kill('SIGKILL');
    for (const id of calls.ids()) calls.fail(id, 'crash', 'The process of the function ended');
    onGone();
  }
}

/** @param {any} error as `handle` throws it */
function errorOf({ message, code, status, ref }) {
  return { error: { message: String(message), code, status, ref } };
}

/** @param {import('./running-calls.js').Running} call @param {AskMessage} message @returns {Promise<string | null>} null: it has asked too often */
async function answerTo(call, { op, input }) {
  // Parts of a response have a limit of their own.
  if (op !== 'chunk') call.asked += 1;
  if (call.asked > call.work.limits.calls) return null;
  return JSON.stringify(await call.work.handle(op, input).then((value) => ({ value }), errorOf));
}

/**
 * Nobody waits for the call any more.
 *
 * @param {ChildProcess} child @param {ReturnType<typeof createRunningCalls>} calls @param {number} id
 * @returns {boolean} whether it was still running
 */
function cancel(child, calls, id) {
  if (!calls.get(id)) return false;
  calls.fail(id, 'left', 'Nobody waits for the response any more');
  child.send({ type: 'cancel', id }, () => {});
  return true;
}

/** @param {AbortSignal | undefined} signal @param {() => unknown} act */
function onAbort(signal, act) {
  if (signal?.aborted) act();
  else signal?.addEventListener('abort', act, { once: true });
}
