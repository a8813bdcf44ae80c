import * as real from 'node:test';

/*
 * What test files of a batch get for "node:test". While a file is read, what it calls at its top is noted, to be called
 * in a suite of its own: so before() and after() at the top of a file hold for that file alone.
 */

/** @typedef {'describe' | 'suite' | 'it' | 'test' | 'before' | 'after' | 'beforeEach' | 'afterEach'} Name */
/** @typedef {(...args: any[]) => unknown} Call */

/** @type {(() => unknown)[]} */
let calls = [];

export const { mock } = real;
export let { describe, suite, it, test, before, after, beforeEach, afterEach } = /** @type {Record<Name, any>} */ ({
  describe: withVariants('describe'),
  suite: withVariants('suite'),
  it: withVariants('it'),
  test: withVariants('test'),
  before: noted(real.before),
  after: noted(real.after),
  beforeEach: noted(real.beforeEach),
  afterEach: noted(real.afterEach),
});

/** @param {() => Promise<unknown>} read reads a test file @returns {Promise<() => void>} calls what it called */
export async function noteCalls(read) {
  /** @type {(() => unknown)[]} */
  const own = (calls = []);
  await read();
  return () => own.forEach((call) => call());
}

/** Once all files are read: what they call from now on reaches node:test directly, with the place of the call. */
export function callDirectly() {
  ({ describe, suite, it, test, before, after, beforeEach, afterEach } = real);
}

/** @param {'describe' | 'suite' | 'it' | 'test'} name */
function withVariants(name) {
  const { [name]: all } = real;
  return Object.assign(noted(all), { skip: noted(all.skip), only: noted(all.only), todo: noted(all.todo) });
}

/** @param {any} call @returns {Call} */
function noted(call) {
  return (...args) => void calls.push(() => call(...args));
}
