/** @import { Values } from '@plinth/plugin' */
/**
 * Runs in each isolate before the function's own code, which is why it keeps references to what it uses. It imports
 * nothing, and only strings cross the border of the isolate.
 */
const { parse, stringify } = JSON;
const { create, freeze, defineProperty, entries } = Object;
const { apply } = Reflect;
const { then } = Promise.prototype;
const { slice, indexOf } = String.prototype;
const { map, join } = Array.prototype;
const { asyncIterator, iterator } = Symbol;

const LONGEST_LINE = 2000;
/** How often values are calculated again for a row that others have changed. */
const MOST_TRIES = 50;

// Shared memory would give a precise clock, and WebAssembly a second engine to attack.
for (const name of ['SharedArrayBuffer', 'Atomics', 'WebAssembly']) delete (/** @type {any} */ (globalThis)[name]);

/** What is sent instead of the value as JSON. */
class Answer {
  /** @param {unknown} body @param {{ status?: number, type?: string, headers?: Record<string, string> }} [options] */
  constructor(body, { status = 200, type, headers = {} } = {}) {
    this.body = body ?? null;
    this.status = status;
    this.type = type;
    this.headers = headers;
  }
}

/**
 * @param {(message: string) => void} send to the process around the isolate @param {string} file name of the code
 * @returns {{ main(own: unknown): (input: string, info: string) => Promise<string>, answer(id: number, text: string): void }}
 *   main: makes the function of the code callable; a result starts with how many messages the call has sent, then v (a
 *   value), a (an answer), s (sent in parts) or e (an error)
 */
export function start(send, file) {
  let call = createCall(send, {});
  /** @type {any} */ (globalThis).console = createConsole(() => call);

  /** @param {unknown} own the default export @param {string} input @param {string} info user and limits */
  async function run(own, input, info) {
    const { user, limits, each, streams } = parse(info);
    call = createCall(send, limits);
    try {
      if (typeof own !== 'function')
        throw new TypeError(`${file} must export a function: export default async (input, plinth) => { … }`);
      const plinth = plinthFor(user, call);
      const value = each ? await resultsOf(own, parse(input), plinth) : await own(parse(input), plinth);
      if (!each && isStream(value instanceof Answer ? value.body : value))
        return await streamed(value, call, { ...limits, streams });
      return result(value, limits.output);
    } catch (error) {
      return `e${stringify(described(error))}`;
    } finally {
      call.end();
    }
  }

  return {
    main: (own) => (input, info) =>
      apply(then, run(own, input, info), [(/** @type {string} */ text) => `${call.sent()}${text}`]),
    answer: (id, text) => call.answer(id, text),
  };
}

/** @typedef {ReturnType<typeof createCall>} Call */

/**
 * One call of the function: what it asks the server for, and what it logs.
 *
 * @param {(message: string) => void} send @param {{ calls?: number, lines?: number }} limits
 */
function createCall(send, { calls = 0, lines = 0 }) {
  let sent = 0;
  /** By number; with the place of the call in the code. @type {Record<number, { resolve: any, reject: any, at: Error }>} */
  const open = create(null);
  let asked = 0;
  let lastId = 0;
  let logged = 0;
  let isOver = false;
  return {
    /** Messages of a function that goes on after its result are ignored. */
    end() {
      isOver = true;
    },
    sent: () => sent,

    /** Asks the server to do something. @param {string} op @param {unknown} input @returns {Promise<any>} */
    ask(op, input) {
      if (isOver) throw new Error('The call has ended');
      if (op !== 'chunk' && ++asked > calls)
        throw coded(new Error(`A function may make ${calls} calls`), { code: 'FUNCTION_CALLS' });
      const id = ++lastId;
      const message = stringify({ op, id, input });
      const at = new Error();
      return new Promise((resolve, reject) => {
        open[id] = { resolve, reject, at };
        sent += 1;
        send(message);
      });
    },

    /** @param {number} id @param {string} text */
    answer(id, text) {
      const one = open[id];
      if (!one) return;
      delete open[id];
      const { value, error } = parse(text);
      if (!error) return one.resolve(value);
      const { message, ...more } = error;
      const thrown = coded(new Error(message), more);
      const lines = String(one.at.stack);
      const stack = `Error: ${message}${apply(slice, lines, [apply(indexOf, lines, ['\n'])])}`;
      one.reject(defineProperty(thrown, 'stack', { value: stack, configurable: true, writable: true }));
    },

    /** @param {'info' | 'warn' | 'error'} level @param {unknown[]} values */
    log(level, values) {
      logged += 1;
      if (isOver || logged > lines) return;
      const text = apply(join, apply(map, values, [shown]), [' ']);
      sent += 1;
      send(stringify({ op: 'log', level, text: apply(slice, text, [0, LONGEST_LINE]) }));
    },
  };
}

/** @param {() => Call} call */
function createConsole(call) {
  const at =
    (/** @type {'info' | 'warn' | 'error'} */ level) =>
    (/** @type {unknown[]} */ ...values) =>
      call().log(level, values);
  return freeze({ log: at('info'), info: at('info'), debug: at('info'), warn: at('warn'), error: at('error') });
}

/** What the function gets as its second parameter. @param {object | null} user @param {Call} call */
function plinthFor(user, { ask, log }) {
  return freeze({
    user: user && freeze(user),
    rows: (/** @type {string} */ table) => rowsOf(String(table), ask),
    fetch: (/** @type {string} */ url, /** @type {Values} */ options) => fetchBy(ask, url, options),
    log: (/** @type {unknown[]} */ ...values) => log('info', values),
    mail: (/** @type {object} */ mail) => ask('mail', mail),
    notify: (/** @type {object} */ message) => ask('notify', message),
    start: (/** @type {string} */ workflow, /** @type {object} */ more = {}) => ask('start', { ...more, workflow }),
    secrets: freeze({ get: (/** @type {string} */ name) => ask('secret', { name: String(name) }) }),
    fail(
      /** @type {string} */ message,
      /** @type {{ status?: number, field?: string }} */ { status = 422, field } = {},
    ) {
      throw coded(new Error(String(message)), { code: 'FUNCTION_REFUSED', status, ...(field && { field }) });
    },
    respond: (/** @type {unknown} */ body, /** @type {Values} */ options) => new Answer(body, options),
  });
}

/** @param {string} table @param {Call['ask']} ask */
function rowsOf(table, ask) {
  const method =
    (/** @type {string} */ name) =>
    (/** @type {unknown[]} */ ...values) =>
      ask('rows', { table, method: name, values });
  return freeze({
    /** The rows, with the cursor of the next page as `next`. */
    async list(/** @type {unknown} */ options) {
      const { rows, next } = await ask('rows', { table, method: 'list', values: [options] });
      return defineProperty(rows, 'next', { value: next });
    },
    get: method('get'),
    aggregate: method('aggregate'),
    insert: method('insert'),
    update: method('update'),
    remove: method('remove'),
    /** Values made from the row, which nobody changes in between; none: it stays as it is. */
    async change(/** @type {unknown} */ id, /** @type {(row: any) => unknown} */ make) {
      let row = await ask('rows', { table, method: 'get', values: [id] });
      for (let tries = 0; row !== null; tries++) {
        const seen = stringify(row);
        const values = await make(row);
        if (values === null || values === undefined) return parse(seen);
        const answer = await ask('rows', { table, method: 'change', values: [id, values, parse(seen)] });
        if (answer.isChanged) return answer.row;
        if (tries === MOST_TRIES)
          throw coded(new Error('Others changed the row again and again'), { code: 'ROW_CONFLICT', status: 409 });
        ({ row } = answer);
      }
      return null;
    },
  });
}

/** @param {Call['ask']} ask @param {string} url @param {{ method?: string, headers?: object, body?: unknown }} [options] */
async function fetchBy(ask, url, { method, headers, body } = {}) {
  const isText = body === undefined || typeof body === 'string';
  const got = await ask('fetch', { url: String(url), method, headers, ...(isText ? { body } : { json: body }) });
  return freeze({ ...got, text: async () => got.body, json: async () => parse(got.body) });
}

/** Whether a value comes in parts: what a generator returns. @param {any} value */
const isStream = (value) =>
  typeof value === 'object' &&
  value !== null &&
  (typeof value[asyncIterator] === 'function' ||
    (typeof value[iterator] === 'function' && typeof value.next === 'function'));

/**
 * Sends a response in parts: each waits until the one before is on its way. A caller that takes no parts gets them as
 * one text.
 *
 * @param {unknown} value @param {Call} call @param {{ output: number, stream: number, streams: boolean }} limits
 */
async function streamed(value, call, { output, stream, streams }) {
  /** @type {any} */
  const { body, ...head } = value instanceof Answer ? value : new Answer(value);
  let size = 0;
  let whole = '';
  for await (const part of body) {
    const text = typeof part === 'object' && part !== null ? `${stringify(part)}\n` : String(part);
    if (text === '') continue;
    size += text.length;
    if (size > (streams ? stream : output))
      throw coded(new Error('The result is too large'), { code: 'FUNCTION_OUTPUT' });
    if (!streams) whole += text;
    else await call.ask('chunk', size === text.length ? { text, head } : { text });
  }
  if (streams && size > 0) return 's';
  return `a${stringify({ ...head, body: whole })}`;
}

/**
 * One call for each input, in order: { value } or { error } for each.
 *
 * @param {Function} own @param {unknown[]} inputs @param {object} plinth
 */
async function resultsOf(own, inputs, plinth) {
  /** @type {object[]} */
  const results = [];
  for (let i = 0; i < inputs.length; i++) {
    let one;
    try {
      one = { value: (await own(inputs[i], plinth)) ?? null };
    } catch (error) {
      one = { error: described(error) };
    }
    defineProperty(results, i, { value: one, enumerable: true });
  }
  return results;
}

/** @param {unknown} value what the function returned @param {number} longest in characters */
function result(value, longest) {
  const isAnswer = value instanceof Answer;
  const text = stringify(isAnswer ? { ...value } : value) ?? 'null';
  if (text.length > longest) throw coded(new Error('The result is too large'), { code: 'FUNCTION_OUTPUT' });
  return (isAnswer ? 'a' : 'v') + text;
}

/** An error as data. @param {any} error whatever was thrown */
function described(error) {
  try {
    if (typeof error !== 'object' || error === null) return { message: cut(error, LONGEST_LINE), stack: '' };
    const { message, stack, code, status, ref, field } = error;
    return {
      message: cut(message, LONGEST_LINE),
      stack: cut(stack, 4 * LONGEST_LINE),
      ...(typeof code === 'string' && { code: cut(code, 100) }),
      ...(typeof status === 'number' && { status }),
      ...(typeof ref === 'number' && { ref }),
      ...(typeof field === 'string' && { field: cut(field, 100) }),
    };
  } catch {
    return { message: 'The function threw something that has no text', stack: '' };
  }
}

/** @param {unknown} value */
function shown(value) {
  try {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return String(value.stack);
    return typeof value === 'object' && value !== null ? stringify(value) : String(value);
  } catch {
    return '[cannot be shown]';
  }
}

/** @param {unknown} value @param {number} longest @returns {string} */
const cut = (value, longest) => apply(slice, String(value ?? ''), [0, longest]);

/** @template {Error} T @param {T} error @param {object} properties @returns {T} */
function coded(error, properties) {
  for (const [name, value] of entries(properties)) defineProperty(error, name, { value, enumerable: true });
  return error;
}
