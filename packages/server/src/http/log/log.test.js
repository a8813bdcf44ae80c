import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { createLog } from './log.js';
import { writeTo } from './write-lines.js';

/** @param {(log: import('../../types.d.ts').Log) => void} use @param {string} [level] */
function logged(use, level = 'debug') {
  /** @type {string[]} */
  const lines = [];
  use(createLog({ level, write: (line) => lines.push(line), now: () => 0 }));
  return lines;
}

describe('the log', () => {
  it('is one JSON line per event, from the wanted level up', () => {
    const lines = logged((log) => {
      log.info('quiet');
      log.warn('loud', { a: 1 });
    }, 'warn');
    assert.deepEqual(lines, ['{"time":"1970-01-01T00:00:00.000Z","level":"warn","event":"loud","a":1}\n']);
  });

  it('A12: keeps secrets out, by their names and by their looks', () => {
    const [line] = logged((log) =>
      log.error('x', {
        password: 'canary1',
        nested: { apiKey: 'canary2', cookie: 'canary3', list: [{ authorization: 'canary4' }] },
        path: '/auth/reset/canary5',
        other: 'see https://x.test/auth/invite/canary6?a=1',
        error: new Error('could not open postgres://me:canary7@db/app', { cause: new Error('/auth/reset/canary8') }),
      }),
    );
    assert.doesNotMatch(line, /canary/);
    assert.match(line, /postgres:\/\/me:\[redacted\]@db\/app/);
  });

  it('I13: no text starts a line of its own', () => {
    const lines = logged((log) => log.info('x', { name: 'a\n{"level":"error"}' }));
    assert.equal(lines.join('').split('\n').length, 2);
  });

  it('stays short on deep and round things', () => {
    const round = /** @type {any} */ ({});
    round.self = round;
    assert.equal(logged((log) => log.info('x', round)).length, 1);
  });

  it('writes the lines of one moment together, in their order', async () => {
    /** @type {string[]} */
    const written = [];
    const log = createLog({
      level: 'info',
      write: writeTo({ write: (/** @type {string} */ text) => written.push(text) }),
      now: () => 0,
    });
    for (const event of ['a', 'b', 'c']) log.info(event);
    assert.deepEqual(written, []);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(written.length, 1);
    assert.deepEqual(String(written[0]).match(/"event":"."/g), ['"event":"a"', '"event":"b"', '"event":"c"']);
  });

  it('K14: continues if nobody reads it any more', async () => {
    const closed = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EIO')) });
    const failed = new Promise((resolve) => closed.once('close', resolve));
    createLog({ write: writeTo(closed) }).info('x');
    await failed;
  });
});
