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

const LONGEST_LINE = 2000;

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
 *   main: makes the function of the code callable; a result starts with v (a value), a (an answer) or e (an error)
 */
export function start(send, file) {
  let call = createCall(send, {});
  /** @type {any} */ (globalThis).console = createConsole(() => call);

  /** @param {unknown} own the default export @param {string} input @param {string} info user and limits */
  async function run(own, input, info) {
    const { user, limits } = parse(info);
    call = createCall(send, limits);
    try {
      if (typeof own !== 'function')
        throw new TypeError(`${file} must export a function: export default async (input, plinth) => { … }`);
      return result(await own(parse(input), plinthFor(user, call)), limits.output);
    } catch (error) {
      return `e${stringify(described(error))}`;
    } finally {
      call.end();
    }
  }

  return {
    main: (own) => (input, info) => apply(then, run(own, input, info), [(/** @type {string} */ text) => text]),
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
  /** By number; with the place of the call in the code. @type {Record<number, { resolve: any, reject: any, at: Error }>} */
  const open = create(null);
  let asked = 0;
  let logged = 0;
  let isOver = false;
  return {
    /** A function that goes on after its result speaks for nobody. */
    end() {
      isOver = true;
    },

    /** Asks the server to do something. @param {string} op @param {unknown} input @returns {Promise<any>} */
    ask(op, input) {
      asked += 1;
      if (isOver) throw new Error('The call has ended');
      if (asked > calls) throw coded(new Error(`A function may make ${calls} calls`), { code: 'FUNCTION_CALLS' });
      const id = asked;
      const message = stringify({ op, id, input });
      const at = new Error();
      return new Promise((resolve, reject) => {
        open[id] = { resolve, reject, at };
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
    fetch: (/** @type {string} */ url, /** @type {any} */ options) => fetchBy(ask, url, options),
    log: (/** @type {unknown[]} */ ...values) => log('info', values),
    mail: (/** @type {object} */ mail) => ask('mail', mail),
    start: (/** @type {string} */ workflow, /** @type {object} */ more = {}) => ask('start', { ...more, workflow }),
    secrets: freeze({ get: (/** @type {string} */ name) => ask('secret', { name: String(name) }) }),
    fail(/** @type {string} */ message, /** @type {{ status?: number }} */ { status = 422 } = {}) {
      throw coded(new Error(String(message)), { code: 'FUNCTION_REFUSED', status });
    },
    respond: (/** @type {unknown} */ body, /** @type {any} */ options) => new Answer(body, options),
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
    ...{ get: method('get'), aggregate: method('aggregate') },
    ...{ insert: method('insert'), update: method('update'), remove: method('remove') },
  });
}

/** @param {Call['ask']} ask @param {string} url @param {{ method?: string, headers?: object, body?: unknown }} [options] */
async function fetchBy(ask, url, { method, headers, body } = {}) {
  const isText = body === undefined || typeof body === 'string';
  const got = await ask('fetch', { url: String(url), method, headers, ...(isText ? { body } : { json: body }) });
  return freeze({ ...got, text: async () => got.body, json: async () => parse(got.body) });
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
    const { message, stack, code, status, ref } = error;
    return {
      ...{ message: cut(message, LONGEST_LINE), stack: cut(stack, 4 * LONGEST_LINE) },
      ...(typeof code === 'string' && { code: cut(code, 100) }),
      ...(typeof status === 'number' && { status }),
      ...(typeof ref === 'number' && { ref }),
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
