import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { until } from '../../../testing/until.js';
import { Person } from '../../../postgres/fairness/index.js';
import { createPool } from './pool.js';

/** The time is for a busy machine: whatever is to end by it sets its own. */
const LIMITS = { time: 5000, memory: 32, calls: 20, output: 10_000, lines: 5 };
const pool = createPool({ size: 2 });
const ada = new Person('ada', 'user');
after(() => pool.close());

/**
 * @param {string} code @param {any} [input] @param {{ limits?: object, key?: string, handle?: (op: string, input: any) => Promise<unknown> }} [more]
 */
async function run(code, input = {}, { limits, key = '', handle = async () => null } = {}) {
  const work = { key, keep: key !== '', name: 'tried', code, input: JSON.stringify(input), user: null, person: ada };
  const { text, ...outcome } = await pool.run({ ...work, limits: { ...LIMITS, ...limits }, handle });
  return { ...outcome, kind: text?.[0], value: text === undefined ? undefined : JSON.parse(text.slice(1)) };
}
/** The body of a function. @param {string} body @param {any} [input] @param {any} [more] */
const body = (body, input, more) => run(`export default async (input, plinth) => {\n${body}\n}`, input, more);
/** The pool still works. */
const works = async () => assert.equal((await body('return input.n + 1', { n: 1 })).value, 2);

describe('the sandbox of functions', () => {
  it('returns what a function returns, and its log', async () => {
    const { kind, value, logs } = await body('plinth.log("a", { b: 1 }); console.warn("c"); return { n: input.n }', {
      n: 5,
    });
    assert.deepEqual([kind, value], ['v', { n: 5 }]);
    assert.deepEqual(logs, [
      { level: 'info', text: 'a {"b":1}' },
      { level: 'warn', text: 'c' },
    ]);
  });

  it('says where in the code an error was thrown', async () => {
    const thrown = await body('const none = null;\nreturn none.name');
    assert.match(thrown.value.stack, /functions\/tried\.js:3:13/);
    const wrong = await run('export default async () => {\n  const = 1;\n}');
    assert.match(String(wrong.failure?.message), /functions\/tried\.js:2/);
    const handle = () => Promise.reject({ message: 'Not now', code: 'LATER', status: 409, ref: 0 });
    const asked = await body('\n\nawait plinth.rows("a").get(1)', {}, { handle });
    assert.deepEqual([asked.value.message, asked.value.code], ['Not now', 'LATER']);
    assert.match(asked.value.stack, /functions\/tried\.js:4:/);
    const nothing = await run('export const a = 1');
    assert.match(nothing.value.message, /must export a function/);
  });

  it('lets the function catch refusals of the server', async () => {
    const handle = () => Promise.reject({ message: 'No', code: 'ROW_NOT_FOUND', status: 404 });
    const { value } = await body(
      'try { await plinth.rows("a").get(1) } catch (error) { return error.code }',
      {},
      { handle },
    );
    assert.equal(value, 'ROW_NOT_FOUND');
  });

  it('keeps variables for the same key only', async () => {
    const code = 'let n = 0; export default () => ++n';
    const values = [];
    for (const key of ['f 1 ada', 'f 1 ada', 'f 1 ben', 'f 2 ada', 'f 1 ada'])
      values.push((await run(code, {}, { key })).value);
    assert.deepEqual(values.slice(0, 2), [1, 2]);
    assert.deepEqual(values.slice(2, 4), [1, 1]);
    assert.ok(values[4] === 3 || values[4] === 1);
  });
});

const LOOPS = {
  sync: 'for (;;);',
  'after a promise': 'await null; for (;;);',
  'of promises': 'for (;;) await null;',
  'in a regular expression': '/^(a+)+$/.test("a".repeat(60) + "b");',
  'in a getter': 'return { get a() { for (;;); } };',
  'in toString': 'throw { message: { toString() { for (;;); } } };',
  'in toJSON': 'return { toJSON() { for (;;); } };',
  'in a thenable': 'return { then() { for (;;); } };',
  'in a log': 'plinth.log({ toJSON() { for (;;); } });',
  'in a sort': '[3, 2, 1].sort(() => { for (;;); });',
  'on the way out': 'try { for (;;); } finally { for (;;); }',
  'that nothing interrupts': 'let b = 2n ** 1000000n; for (;;) b = b * b;',
};
describe('S1: an endless loop', () => {
  for (const [where, code] of Object.entries(LOOPS)) {
    it(`S1: ${where} is stopped at the limit`, async () => {
      const { failure, kind } = await body(code, {}, { limits: { time: 200 } });
      assert.ok(['time', 'crash'].includes(failure?.kind ?? '') || kind === 'e', `${failure?.kind} ${kind}`);
      assert.notEqual(kind, 'v');
      await works();
    });
  }

  it('S1: while the module loads is stopped too', async () => {
    assert.equal((await run('for (;;); export default 1', {}, { limits: { time: 200 } })).failure?.kind, 'time');
    await works();
  });

  it('S1: does not keep a call in the same process waiting', async () => {
    const one = createPool({ size: 1 });
    const work = { key: '', keep: false, name: 'f', input: '{}', user: null, handle: async () => null, person: ada };
    let isOver = false;
    const loops = [1, 2, 3].map(() =>
      one.run({ ...work, code: 'export default () => { for (;;); }', limits: { ...LIMITS, time: 20_000 } }),
    );
    void Promise.all(loops).then(() => (isOver = true));
    const bob = new Person('bob', 'user');
    const quick = await one.run({ ...work, person: bob, code: 'export default () => 1', limits: LIMITS });
    assert.deepEqual([quick.text, isOver], ['v1', false]);
    one.close();
  });
});

const BOMBS = {
  'a growing heap': 'const a = []; for (;;) a.push(new Array(1e5).fill({}));',
  'typed arrays': 'const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1));',
  'a doubling string': 'let s = "x"; for (;;) s += s;',
  'distinct strings': 'const a = []; for (let i = 0; ; i++) a.push(("x".repeat(1e5) + i).split(""));',
  'one huge array': 'return new Array(2 ** 32 - 2).fill(1).length;',
  'deep recursion': 'const f = () => f() + 1; return f();',
  'a million promises': 'const a = []; for (;;) a.push(new Promise(() => {}));',
  'resizable buffers':
    'const a = []; for (;;) { const b = new ArrayBuffer(1, { maxByteLength: 1e8 }); b.resize(1e8); new Uint8Array(b).fill(1); a.push(b); }',
  'a map': 'const m = new Map(); for (let i = 0; ; i++) m.set(i, [i]);',
};
describe('S2: a memory bomb', () => {
  for (const [what, code] of Object.entries(BOMBS)) {
    it(`S2: ${what} fails, and the next call works`, async () => {
      const { failure, kind } = await body(code, {}, { limits: { time: 1500 } });
      assert.ok(['memory', 'crash', 'time'].includes(failure?.kind ?? '') || kind === 'e', `${failure?.kind} ${kind}`);
      await works();
    });
  }
});

const ESCAPES = {
  'constructor of a function': 'return plinth.rows.constructor("return typeof process + typeof require")()',
  'constructor of the console':
    'return console.log.constructor.constructor("return typeof process + typeof require")()',
  'constructor of an error of the server':
    'try { await plinth.rows("a").get(1) } catch (e) { return e.constructor.constructor("return typeof process + typeof require")() }',
  'constructor of a stack overflow':
    'const f = () => { try { return f() } catch (e) { return e.constructor.constructor("return typeof process + typeof require")() } }; return f()',
  prepareStackTrace:
    'Error.prepareStackTrace = (e, sites) => sites.map((s) => typeof s.getThis?.()).join(); const s = new Error().stack; return String(s).includes("object") ? "object" : "undefinedundefined"',
  'an async generator':
    'const g = (async function* () {})(); return Object.getPrototypeOf(g).constructor.constructor.constructor("return typeof process + typeof require")()',
  species:
    'class A extends Promise { static get [Symbol.species]() { return function (x) { x(() => {}, () => {}) } } }; new A((r) => r()).then(() => {}); return typeof process + typeof require',
  'a proxy': 'return new Proxy(plinth, {}).rows.constructor("return typeof process + typeof require")()',
  'the global object': 'return typeof globalThis.process + typeof globalThis.require',
};
describe('S3: the known ways out', () => {
  for (const [how, code] of Object.entries(ESCAPES)) {
    it(`S3: ${how} leads nowhere`, async () => {
      const handle = () => Promise.reject({ message: 'No', code: 'NO', status: 404 });
      const { value, kind } = await body(code, {}, { handle });
      assert.ok(kind !== 'v' || value === 'undefinedundefined', JSON.stringify(value));
    });
  }

  it('S3: neither import() nor import finds anything', async () => {
    for (const name of ['node:fs', 'fs', 'child_process', 'file:///etc/passwd', './inside.js', 'isolated-vm']) {
      assert.equal((await body(`return Object.keys(await import(${JSON.stringify(name)}))`)).kind, 'e');
      assert.equal((await run(`import x from ${JSON.stringify(name)}; export default () => 1`)).failure?.kind, 'load');
    }
  });

  it('S3: what the sandbox offers is no object of the process', async () => {
    const code =
      'return ["process", "require", "module", "Buffer", "global", "setTimeout", "fetch", "WebAssembly", "SharedArrayBuffer", "Atomics", "ivm", "$0", "send"].filter((name) => typeof globalThis[name] !== "undefined")';
    assert.deepEqual((await body(code)).value, []);
    // A replaced prototype reaches only the function that replaced it.
    await body(
      'Promise.prototype.then = () => {}; JSON.stringify = () => "{}"; Object.prototype.a = 1; Array.prototype.join = null; plinth.log("x")',
    );
    await works();
    assert.equal(/** @type {any} */ ({}).a, undefined);
  });

  it('S3: keys such as __proto__ are data', async () => {
    const code = 'export default (input) => ({ was: Object.keys(input), polluted: {}.admin })';
    const work = { key: '', keep: false, name: 'f', user: null, limits: LIMITS, handle: async () => null, person: ada };
    const { text } = await pool.run({
      ...work,
      code,
      input: '{"__proto__":{"admin":1},"constructor":{"prototype":{"admin":1}}}',
    });
    assert.deepEqual(JSON.parse(String(text).slice(1)), { was: ['__proto__', 'constructor'] });
  });
});

describe('S4: after the end', () => {
  it('S4: a promise that never settles ends at the limit', async () => {
    assert.equal((await body('await new Promise(() => {})', {}, { limits: { time: 200 } })).failure?.kind, 'time');
  });

  it('S4: requests to the server are ignored after the call has ended', async () => {
    /** @type {string[]} */
    const asked = [];
    const handle = async (/** @type {string} */ _op, /** @type {any} */ { values }) => void asked.push(values[0]);
    const code = `let saved; export default async (input, plinth) => {
      if (input.first) { saved = plinth.rows("a"); void plinth.rows("a").get("left behind").then(() => saved.get("late")); return 1; }
      return saved ? saved.get("with the rights of before") : "nothing saved"; }`;
    await run(code, { first: true }, { key: 'late', handle });
    const second = await run(code, {}, { key: 'late', handle, limits: { time: 300 } });
    assert.ok(second.value === 'nothing saved' || second.value.message === 'The call has ended');
    assert.ok(asked.every((one) => one === 'left behind'));
  });
});

describe('S5: hostile results', () => {
  const RESULTS = {
    'a getter': ['return { get a() { return 1 } }', { a: 1 }],
    'a date': ['return new Date(0)', '1970-01-01T00:00:00.000Z'],
    'not a number': ['return [NaN, Infinity, -0]', [null, null, 0]],
    nothing: ['', null],
    'a function': ['return () => 1', null],
    'a map': ['return new Map([[1, 2]])', {}],
    'its own toJSON': ['return { toJSON: () => "mine" }', 'mine'],
    'a proxy': ['return new Proxy({ a: 1 }, {})', { a: 1 }],
  };
  for (const [what, [code, expected]] of Object.entries(RESULTS))
    it(`S5: ${what} is copied as data`, async () => assert.deepEqual((await body(String(code))).value, expected));

  const REFUSED = {
    'a cycle': 'const a = {}; a.a = a; return a',
    'a BigInt': 'return 1n',
    'a throwing toJSON': 'return { toJSON() { throw new Error("no") } }',
    'a throwing getter': 'return { get a() { throw null } }',
    'more than the limit': 'return "x".repeat(100_000)',
    'an error that has no text': 'throw { get message() { throw 1 } }',
    'nothing at all': 'throw undefined',
  };
  for (const [what, code] of Object.entries(REFUSED))
    it(`S5: ${what} is an error`, async () => assert.equal((await body(code)).kind, 'e'));

  it('S5: a flood of log lines and calls is cut off', async () => {
    const { logs } = await body('for (let i = 0; i < 1e5; i++) plinth.log("x".repeat(1e4))');
    assert.deepEqual(
      logs.map(({ text }) => text.length),
      [2000, 2000, 2000, 2000, 2000],
    );
    let calls = 0;
    const handle = async () => void calls++;
    const { value } = await body('for (;;) await plinth.rows("a").get(1)', {}, { handle });
    assert.deepEqual([value.code, calls], ['FUNCTION_CALLS', 20]);
  });
});

describe('S7: a process that ends', () => {
  it('S7: fails its calls, and another takes its place', async () => {
    const one = createPool({ size: 1 });
    const work = { key: '', keep: false, name: 'f', input: '{}', user: null, handle: async () => null, person: ada };
    const waits = one.run({
      ...work,
      code: 'export default () => new Promise(() => {})',
      limits: { ...LIMITS, time: 30_000 },
    });
    await one.run({ ...work, code: 'export default () => 1', limits: LIMITS });
    process.kill(Number(one.processes()[0]), 'SIGSEGV');
    assert.equal((await waits).failure?.kind, 'crash');
    assert.equal((await one.run({ ...work, code: 'export default () => 2', limits: LIMITS })).text, 'v2');
    one.close();
  });

  it('S7: no process is left without calls, or after closing', async () => {
    const brief = createPool({ size: 1, idle: 10 });
    const work = {
      key: '',
      keep: false,
      name: 'f',
      code: 'export default () => 1',
      input: '{}',
      user: null,
      limits: LIMITS,
      person: ada,
      handle: async () => null,
    };
    assert.deepEqual(brief.processes(), []);
    await brief.run(work);
    await until(() => brief.processes().length === 0);
    const closed = brief.run(work);
    const [pid] = brief.processes();
    brief.close();
    assert.equal((await closed).failure?.kind, 'crash');
    await until(() => !existsSync(`/proc/${pid}`));
    assert.equal((await brief.run(work)).failure?.kind, 'busy');
  });
});

describe('S8: from inside', { skip: process.platform !== 'linux' && 'reads /proc' }, () => {
  it('S8: the process has no environment, no file, no socket and no rights of root', async () => {
    await works();
    for (const pid of pool.processes()) {
      const read = (/** @type {string} */ name) => readFileSync(`/proc/${pid}/${name}`, 'utf8');
      const names = read('environ')
        .split('\0')
        .filter(Boolean)
        .map((entry) => entry.split('=')[0]);
      assert.deepEqual(
        names.filter((name) => !name.startsWith('NODE_CHANNEL')),
        [],
      );
      assert.match(read('cmdline'), /--permission/);
      assert.doesNotMatch(read('status'), /^Uid:.*\b0\b/m);
      const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
      const files = open.filter((path) => path.startsWith('/') && path !== '/dev/null');
      assert.deepEqual(files, []);
      // Its only sockets are pairs with the server.
      assert.ok(open.filter((path) => path.startsWith('socket:')).length <= 1);
      const networks = read('net/dev')
        .split('\n')
        .slice(2)
        .filter(Boolean)
        .map((line) => line.split(':')[0].trim());
      if (readlinkSync(`/proc/${pid}/ns/net`) !== readlinkSync('/proc/self/ns/net')) assert.deepEqual(networks, ['lo']);
    }
  });
});
