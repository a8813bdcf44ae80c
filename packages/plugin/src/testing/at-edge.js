import assert from 'node:assert/strict';
import { it } from 'node:test';

/**
 * A test of a limit: as much as it says is taken, and one more is refused, with what the cause is and what to do, and leaves
 * nothing behind. `limits.test.js` of @plinth/data asks for one for each limit, and finds them by their call.
 *
 * @param {string} limit
 * @param {{ most: number, as?: string, send: (count: number) => unknown, cause: RegExp, wayOut: RegExp,
 *   stored: (() => unknown) | null }} how `most`: what the limit says; `as`: what it is tested with, if in several ways;
 *   `send` sends what has `count`, and throws what it is refused with; `stored`: all that could be left; null: nothing is written
 */
export function atEdge(limit, { most, as = '', send, cause, wayOut, stored }) {
  it(`${limit}: ${most} are taken, and one more is refused${as && ` (${as})`}`, async () => {
    await send(most);
    const before = await stored?.();
    const refused = await (async () => send(most + 1))().then(
      () => assert.fail(`${most + 1} are taken`),
      (error) => error,
    );
    assert.ok(typeof refused.code === 'string' && refused.code !== 'ERR_ASSERTION', refused.stack);
    assert.match(refused.message, cause);
    assert.match(`${refused.message}. ${refused.hint ?? ''}`, wayOut);
    assert.deepEqual(await stored?.(), before, 'nothing is left of it');
  });
}

/**
 * For `atEdge`: what only reads what it is given, and writes nothing.
 *
 * @param {RegExp} cause @param {RegExp} wayOut @param {(count: number) => unknown} send
 */
export const reading = (cause, wayOut, send) => ({ send, cause, wayOut, stored: null });
