import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { createLog } from './log.js';
import { writeTo } from './write-lines.js';

const HIT = { method: 'GET', path: '/page/a', status: 200, ms: 0.4, user: undefined, address: '::1' };
const FOLDER = new URL('.', import.meta.url).href;

/** Lines of a process that ends as `end` says. @param {string} end @returns {Promise<{ lines: any[], rest: string }>} */
async function lastLines(end) {
  const code = `
    import { createLog } from '${FOLDER}log.js';
    import { writeTo } from '${FOLDER}write-lines.js';
    const log = createLog({ write: writeTo(process.stderr) });
    for (let ms = 0; ms < 300; ms++) log.hit({ ...${JSON.stringify(HIT)}, ms });
    ${end}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  const all = said.split('\n');
  const lines = all.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  return { lines, rest: all.filter((line) => !line.startsWith('{')).join('\n') };
}

describe('lines of answers from memory', () => {
  it('say the same as those of all others, secrets left out', () => {
    /** @type {string[]} */
    const lines = [];
    const log = createLog({ write: (line) => lines.push(line), now: () => 1e12 });
    for (const path of ['/', '/page/a', '/auth/reset/s3cret', '/a"b\\c\u00e9\u2028', '/postgres://a:b@c']) {
      for (const user of [undefined, 'c7b7']) {
        log.hit?.({ ...HIT, path, user });
        log.info('request', { ...HIT, path, user, cache: 'hit' });
        assert.equal(lines.at(-2), lines.at(-1));
      }
    }
    assert.doesNotMatch(lines.join(''), /s3cret|a:b@/);
    assert.equal(createLog({ level: 'warn', write: (line) => lines.push(line) }).hit?.(HIT), false);
    assert.equal(lines.length, 20);
  });

  it('wait for each other, are whole in each write, and go ahead of a line that comes after them', async () => {
    /** @type {string[]} */
    const written = [];
    const log = createLog({ write: writeTo({ write: (/** @type {string} */ piece) => written.push(piece) }) });
    for (let ms = 0; ms < 30; ms++) log.hit?.({ ...HIT, ms, path: `/é${ms}` });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(written.length, 0);
    log.warn('after');
    await new Promise((resolve) => setImmediate(resolve));
    const lines = written.join('').trimEnd().split('\n');
    assert.deepEqual(
      lines.slice(0, -1).map((line) => JSON.parse(line).ms),
      Array.from({ length: 30 }, (_, ms) => ms),
    );
    assert.match(String(lines.at(-1)), /"after"/);
    assert.ok(written.length > 1);
    for (const piece of written) assert.ok(piece.endsWith('\n') && Buffer.byteLength(piece) <= 4096);
  });

  it('are written soon when there are many', async () => {
    let size = 0;
    const write = writeTo({ write: (/** @type {string} */ piece) => (size += piece.length) });
    for (let i = 0; i < 40; i++) write(`${'x'.repeat(999)}\n`, true);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(size, 40_000);
  });

  for (const [how, end] of Object.entries({
    'it is done': '',
    'it stops at once': 'process.exit(0)',
    'of an error that nobody caught': 'setImmediate(() => { throw new Error("oh") })',
    'of a promise that nobody caught': 'Promise.reject(new Error("oh"))',
    'of a signal':
      'process.on("SIGTERM", () => process.exit(143)); process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)',
  })) {
    it(`are all kept when the process ends because ${how}`, async () => {
      const { lines, rest } = await lastLines(end);
      assert.deepEqual(
        lines.map(({ ms }) => ms),
        Array.from({ length: 300 }, (_, ms) => ms),
        rest,
      );
    });
  }
});
