/** @import { Values } from '@plinth/plugin' */
/** @import { ChildProcess } from 'node:child_process' */
/** @import { Turns } from '../../../postgres/fairness/turns.js' */
/** @import { AskMessage, Failure, FromChild, Limits, LogLine } from './types.d.ts' */
import { Person } from '../../../postgres/fairness/index.js';
import { createRunningCalls } from './running-calls.js';

/** How long after its limit a call that did not end takes its process with it, in ms. */
const GRACE = 300;
/** How long a process may take to start, in ms. */
const STARTING = 20_000;

/**
 * @typedef {{ key: string, keep: boolean, name: string, code: string, modules?: Record<string, string>, input: string, each?: boolean, streams?: boolean, signal?: AbortSignal, user: object | null, limits: Limits, person: Person,
 *   handle: (op: string, input: any) => Promise<unknown> }} Work person: whose share it counts against; `handle` does what the function asks for; what it
 *   throws, the function can catch: { message, code?, status?, ref? }; `signal`: ends the call
 * @typedef {{ text?: string, failure?: Failure, mayRunAgain?: boolean, logs: LogLine[], ms: number }} Outcome mayRunAgain: somebody else's
 *   call has ended it, and it had changed nothing
 * @typedef {{ work: Work, resolve: (outcome: Outcome) => void, began: number }} Call
 */

/** Operations that only read rows; all others may change something. */
const READING = ['list', 'get', 'aggregate'];

/**
 * A process of the pool with the calls in it.
 *
 * @param {{ child: ChildProcess, idle: number, asking: { rows: Turns, others: Turns }, onGone: () => void, onBreak: (person: Person) => void }} options
 *   asking: turns of those who ask the server; onBreak: is told who brought it down, if that is known
 */
export function createMember({ child, idle, asking, onGone, onBreak }) {
  const calls = createRunningCalls();
  let lastId = 0;
  let isReady = false;
  let isGone = false;
  /** @type {NodeJS.Timeout | undefined} */
  let leaving;
  const answer = createAnswers({ child, calls, asking });

  child.on('message', (message) => hear(/** @type {FromChild} */ (message)));
  child.on('error', gone);
  child.on('exit', gone);
  return {
    pid: child.pid,
    size: calls.size,
    /** Whether it has calls, and all are this person's. @param {string} key */
    isOnly: (key) => calls.size() > 0 && calls.all().every(({ work }) => work.person.key === key),

    /** @param {Work} given @returns {Promise<Outcome>} */
    begin(given) {
      clearTimeout(leaving);
      const id = ++lastId;
      const { handle: _, signal, person: __, ...work } = given;
      return new Promise((resolve) => {
        calls.add(id, { work: given, resolve, began: performance.now() });
        watch(id);
        child.send({ type: 'run', id, ...work }, (error) => error && gone());
        onAbort(signal, () => cancel(child, calls, id));
      });
    },

    end: () => gone(),
  };

  /** @param {FromChild} message */
  function hear(message) {
    if (message.type === 'ask') return answer(message) || kill(message.id);
    if (message.type === 'ready') {
      isReady = true;
      return calls.ids().forEach(watch);
    }
    const { id, type: _, ...outcome } = message;
    calls.settle(id, outcome);
    if (calls.size() === 0 && !isGone) leaving = setTimeout(gone, idle).unref();
  }

  /** The process measures the time of a call; this catches one that can't be stopped there. @param {number} id */
  function watch(id) {
    const { time } = /** @type {Call} */ (calls.get(id)).work.limits;
    calls.watch(id, time + GRACE + (isReady ? 0 : STARTING), () => kill(id));
  }

  /** A call that can't be stopped otherwise: other calls in its process end with it. @param {number} id */
  function kill(id) {
    const person = calls.get(id)?.work.person;
    calls.fail(id, 'time', 'The function did not stop at its limit');
    gone(person);
  }

  /** @param {unknown} [person] who brought it down, if that is known */
  function gone(person) {
    if (isGone) return;
    isGone = true;
    clearTimeout(leaving);
    child.kill('SIGKILL');
    const breaker = person instanceof Person ? person : onlyPersonOf(calls.all());
    if (breaker) onBreak(breaker);
    for (const id of calls.ids()) {
      const isOther = calls.get(id)?.work.person.key !== breaker?.key;
      calls.fail(id, 'crash', 'The process of the function ended', isOther);
    }
    onGone();
  }
}

/** @param {import('./running-calls.js').Running[]} calls */
function onlyPersonOf(calls) {
  const people = new Map(calls.map(({ work: { person } }) => [person.key, person]));
  return people.size === 1 ? [...people.values()][0] : null;
}

/**
 * Answers what functions ask for.
 *
 * @param {{ child: ChildProcess, calls: ReturnType<typeof createRunningCalls>, asking: { rows: Turns, others: Turns } }} context
 * @returns {(message: AskMessage) => boolean} false: the call has asked too often
 */
function createAnswers({ child, calls, asking }) {
  /** Resolves once it is on its way. @param {AskMessage} message @param {object} told @returns {Promise<void>} */
  async function reply({ id, ask }, told) {
    if (!calls.get(id)) return;
    const text = JSON.stringify(told);
    await new Promise((resolve) => child.send({ type: 'reply', id, ask, text }, resolve));
  }

  /** @param {import('./running-calls.js').Running} call @param {AskMessage} message */
  async function answer({ work }, message) {
    await reply(message, await work.handle(message.op, message.input).then((value) => ({ value }), errorOf));
  }

  return (message) => {
    const { id, op, input } = message;
    const call = calls.get(id);
    if (!call) return true;
    // Parts of a response have a limit of their own, and wait for their reader.
    if (op === 'chunk') {
      call.isUnchanged = false;
      void answer(call, message);
      return true;
    }
    call.asked += 1;
    if (call.asked > call.work.limits.calls) return false;
    call.isUnchanged &&= op === 'secret' || (op === 'rows' && READING.includes(input?.method));
    const turns = op === 'rows' ? asking.rows : asking.others;
    turns.use(call.work.person, () => answer(call, message)).catch((error) => reply(message, errorOf(error)));
    return true;
  };
}

/** @param {Values} error as `handle` throws it */
function errorOf({ message, code, status, ref }) {
  return { error: { message: String(message), code, status, ref } };
}

/**
 * The caller has gone.
 *
 * @param {ChildProcess} child @param {ReturnType<typeof createRunningCalls>} calls @param {number} id
 */
function cancel(child, calls, id) {
  if (!calls.get(id)) return;
  calls.fail(id, 'left', 'Nobody waits for the response any more');
  child.send({ type: 'cancel', id }, () => {});
}

/** @param {AbortSignal | undefined} signal @param {() => unknown} act */
function onAbort(signal, act) {
  if (signal?.aborted) act();
  else signal?.addEventListener('abort', act, { once: true });
}
