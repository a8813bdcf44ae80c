/** @import { Hit, Log, LogFields } from '../../types.d.ts' */
import { createHitLines } from './hit-lines.js';
import { redact } from './redact.js';
import { writeTo } from './write-lines.js';

const LEVELS = /** @type {const} */ (['debug', 'info', 'warn', 'error']);
const SECRET_KEY = /pass(word|wd)?|secret|token|cookie|authorization|credential|api_?key/i;
/** Remembered names of fields. */
const MOST_NAMES = 500;

/**
 * Structured log: one JSON line per event. Secrets are replaced, whoever logs them: values of certain keys, tokens in
 * URLs, passwords in connection strings.
 *
 * @param {{ level?: string, write?: (line: string, canWait?: boolean) => void, now?: () => number, line?: typeof jsonLine }} [options]
 *   line: how an event is written
 * @returns {Log}
 */
export function createLog({
  level = 'info',
  write = writeTo(process.stdout),
  now = () => Date.now(),
  line = jsonLine,
} = {}) {
  const clean = createCleaner();
  const least = LEVELS.indexOf(/** @type {any} */ (level));
  /** @param {(typeof LEVELS)[number]} name @returns {(event: string, fields?: LogFields) => void} */
  const at = (name) => (event, fields) => {
    if (LEVELS.indexOf(name) < least) return;
    const time = new Date(now()).toISOString();
    write(`${line({ time, level: name, event }, fields && clean(fields))}\n`);
  };
  const lineOf = createHitLines(now);
  const hit = (/** @type {Hit} */ what) => LEVELS.indexOf('info') >= least && write(lineOf(what), true);
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  return line === jsonLine ? Object.assign(log, { hit }) : log;
}

/** @param {{ time: string, level: string, event: string }} event @param {LogFields | undefined} fields */
const jsonLine = (event, fields) => JSON.stringify(Object.assign(event, fields));

/**
 * Replaces secrets in the fields of an event.
 *
 * @returns {(fields: LogFields) => LogFields}
 */
function createCleaner() {
  /** Whether a field's name is one of a secret. Names are few, and there is a line for every request. @type {Map<string, boolean>} */
  const known = new Map();

  /** @param {string} key @returns {boolean} */
  function isSecret(key) {
    const last = known.get(key);
    if (last !== undefined) return last;
    const found = SECRET_KEY.test(key);
    if (known.size >= MOST_NAMES) known.clear();
    known.set(key, found);
    return found;
  }

  /** @param {unknown} value @param {number} depth @returns {unknown} */
  function cleanValue(value, depth) {
    if (typeof value === 'string') return redact(value);
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Error) return describeError(value, depth);
    if (value === null || typeof value !== 'object') return value;
    if (depth > 4) return '…';
    if (Array.isArray(value)) return value.slice(0, 50).map((entry) => cleanValue(entry, depth + 1));
    const entries = /** @type {Record<string, unknown>} */ (value);
    /** @type {Record<string, unknown>} */
    const cleaned = {};
    for (const key of Object.keys(entries)) {
      cleaned[key] = isSecret(key) ? '[redacted]' : cleanValue(entries[key], depth + 1);
    }
    return cleaned;
  }

  /** @param {Error & { code?: unknown, cause?: unknown }} error @param {number} depth @returns {object} */
  function describeError(error, depth) {
    const message = withoutValue(error);
    return {
      message: redact(message),
      code: error.code,
      stack: redact((error.stack ?? '').replace(error.message, () => message)),
      cause: error.cause === undefined || depth > 4 ? undefined : cleanValue(error.cause, depth + 1),
    };
  }

  return (fields) => /** @type {LogFields} */ (cleanValue(fields, 0));
}

/**
 * PostgreSQL's messages of class 22 (data exceptions) quote the value, which may be confidential.
 *
 * @param {Error & { code?: unknown }} error
 */
function withoutValue({ message, code }) {
  return typeof code === 'string' && /^22.{3}$/.test(code) ? message.replace(/"[^]*"/, '"[redacted]"') : message;
}
