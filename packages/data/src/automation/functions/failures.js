/** @import { AppErrorOptions, AppFunction, Message } from '@plinth/plugin' */
/** @import { Failure, LogLine } from './sandbox/types.d.ts' */
import { AppError, fieldMessages, phrase } from '@plinth/plugin';
import { shareUsed } from '../../postgres/fairness/index.js';

/** What went wrong in the code, and where. @typedef {{ message: string, line: number | null, column: number | null }} Trouble */

/** A call that failed. What it says about the code is for admins, so it is not among the details. */
export class FunctionError extends AppError {
  /** @type {LogLine[]} */
  logs = [];
  /** How long it ran, in ms. */
  ms = 0;

  /** @param {string} code @param {Message} message @param {AppErrorOptions & { trouble: Trouble }} options */
  constructor(code, message, { trouble, ...options }) {
    super(code, message, { status: 500, ...options });
    this.trouble = trouble;
  }
}

/**
 * What the function threw.
 *
 * @param {AppFunction} fn @param {{ message: string, stack: string, code?: string, status?: number, field?: string }} thrown
 * @param {AppError} [met] the error of the gate that it passed on
 */
export function errorOfThrown(fn, { message, stack, code, status, field }, met) {
  const { name } = fn;
  const trouble = { message, ...placeIn(name, stack) };
  // The system may see more than the caller, so its errors stay inside, except that the reader has left.
  if (met && (fn.runAs !== 'system' || met.code === 'FUNCTION_LEFT')) {
    const { phrases, details } = met;
    return new FunctionError(met.code, phrases.message, { hint: phrases.hint, status: met.status, details, trouble });
  }
  if (code === 'FUNCTION_REFUSED')
    return new FunctionError(code, phrase`${message}`, {
      status: refusalStatus(status),
      details: field ? fieldMessages({ [field]: message }) : undefined,
      trouble,
    });
  if (code === 'FUNCTION_CALLS')
    return new FunctionError(code, phrase`The function "${name}" made more than ${fn.calls} calls`, { trouble });
  if (code === 'FUNCTION_OUTPUT') return outputTooLarge(fn, trouble);
  return new FunctionError('FUNCTION_FAILED', phrase`The function "${name}" failed`, { trouble, cause: met });
}

/** What ended the function from outside. @param {AppFunction} fn @param {Failure} failure */
export function errorOfFailure({ name, seconds, memory }, { kind, message, stack = '' }) {
  const trouble = { message, line: null, column: null };
  if (kind === 'time') {
    const title = phrase`The function "${name}" took longer than ${seconds} s`;
    return new FunctionError('FUNCTION_TIME', title, { status: 504, trouble });
  }
  if (kind === 'memory')
    return new FunctionError('FUNCTION_MEMORY', phrase`The function "${name}" used more than ${memory} MB`, {
      trouble,
    });
  if (kind === 'crash')
    return new FunctionError('FUNCTION_CRASHED', phrase`The function "${name}" ended its process`, { trouble });
  if (kind === 'left')
    return new FunctionError('FUNCTION_LEFT', phrase`Nobody waits for the function "${name}" any more`, {
      status: 499,
      trouble,
    });
  if (kind === 'share') {
    const { code, phrases, status, details } = shareUsed();
    return new FunctionError(code, phrases.message, { hint: phrases.hint, status, details, trouble });
  }
  if (kind === 'busy') {
    const hint = 'Try again in a moment';
    const options = { status: 503, hint, details: { retryAfter: 1 }, trouble };
    return new FunctionError('FUNCTION_BUSY', 'Too many functions are running at the moment', options);
  }
  const place = placeIn(name, `${message}\n${stack}`);
  const plain = message.replace(/ \[functions\/[^\]]*\]$/, '');
  const title = phrase`The function "${name}" failed`;
  return new FunctionError('FUNCTION_FAILED', title, { trouble: { message: plain, ...place } });
}

/** The engine has no build for this machine. @param {AppFunction} fn */
export function errorOfPlatform({ name }) {
  const machine = `${process.platform} ${process.arch}`;
  return new FunctionError(
    'FUNCTION_UNAVAILABLE',
    phrase`The function "${name}" can't run on this server (${machine})`,
    {
      status: 503,
      hint: 'Functions need Linux, Windows or macOS on Apple silicon; everything else works without them',
      trouble: { message: 'isolated-vm has no build for this platform', line: null, column: null },
    },
  );
}

/** A refusal is the caller's mistake. @param {unknown} status */
function refusalStatus(status) {
  return Number.isInteger(status) && Number(status) >= 400 && Number(status) < 500 ? Number(status) : 422;
}

/** The first place in the function's own code. @param {string} name @param {string} stack */
function placeIn(name, stack) {
  const found = new RegExp(String.raw`functions/${name}\.js:(\d{1,7}):(\d{1,7})`).exec(stack);
  return { line: found ? Number(found[1]) : null, column: found ? Number(found[2]) : null };
}

/** @param {Pick<AppFunction, 'name'>} fn @param {Trouble} [trouble] */
export const outputTooLarge = ({ name }, trouble = { message: 'The result is too large', line: null, column: null }) =>
  new FunctionError('FUNCTION_OUTPUT', phrase`The result of the function "${name}" is too large`, { trouble });
