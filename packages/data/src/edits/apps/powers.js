/** @import { AppFunction } from '@plinth/plugin' */
import { importsIn } from '@plinth/plugin';

/** What reaches beyond the site; see `plinth.fetch`, `plinth.mail` and `plinth.notify`. @typedef {'fetch' | 'mail' | 'notify'} Power */
/** @typedef {Pick<AppFunction, 'code'> & { package?: unknown }} Code */

/**
 * The code of a function with that of the functions that it imports. What an npm package contains is known to nobody who
 * looks at an app, and it gets no power that the function does not hand to it.
 *
 * @param {Code} fn @param {(name: string) => Code | undefined} known
 * @returns {string[]}
 */
export function codeOf(fn, known) {
  /** @type {Set<string>} */
  const seen = new Set();
  const all = [fn.code];
  const open = importsIn(fn.code);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const one = seen.has(name) ? undefined : known(name);
    seen.add(name);
    if (!one || one.package) continue;
    all.push(one.code);
    open.push(...importsIn(one.code));
  }
  return all;
}

const WORDS = { fetch: /\bfetch\b/, mail: /\bmail\b/, notify: /\bnotify\b/ };

/**
 * Whether code names a power. Code that only computes the name, as in `plinth['fe' + 'tch']`, does not.
 *
 * @param {readonly string[]} code @param {Power} power
 */
export const namesPower = (code, power) => code.some((one) => WORDS[power].test(one));
