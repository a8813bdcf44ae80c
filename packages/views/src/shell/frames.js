/** @import { Cache, Html } from '@plinth/plugin' */
/** @import { ShellInput } from './shell.js' */
import { raw, createCache, memoize } from '@plinth/plugin';

/** Placeholder for the body. No text from outside can contain it, since all of that is escaped. */
const MARK = '<!--plinth:body-->';
const CACHE_SIZE = { max: 500 };
const LONGEST_ADDRESS = 200;

/** @typedef {{ before: string, after: string }} Frame */

/**
 * What surrounds the bodies of pages. It depends on the Catalog, the reader's roles and language, and the page, so it
 * is rendered once and cached as long as the Catalog.
 */
export function createFrames() {
  const frames = memoize(
    (/** @type {object} */ _catalog) => /** @type {Cache<string, Frame | null>} */ (createCache(CACHE_SIZE)),
  );

  return {
    /**
     * @param {ShellInput} input @param {(body: Html) => string} print
     * @returns {Frame | null} null: the theme has to render each time, or caching is not worth it
     */
    of(input, print) {
      const { catalog, here } = input;
      if (here.length > LONGEST_ADDRESS) return null;
      return frames(catalog).getOrMake(keyOf(input), () => split(print(raw(MARK))));
    },
  };
}

/** @param {ShellInput} input */
function keyOf({ actor, locale, title, description, here, styles, scripts, bare, width }) {
  const reader = `${actor.userId !== null} ${actor.system} ${actor.roles.join(' ')}`;
  const files = `${styles?.join('\n') ?? ''}\r${scripts?.join('\n') ?? ''}`;
  return [reader, locale, bare, width, here, title, description, files].join('\r');
}

/**
 * A theme that shows the body twice, or only inspects it, can't be split.
 *
 * @param {string} text
 * @returns {Frame | null}
 */
function split(text) {
  const at = text.indexOf(MARK);
  if (at < 0 || text.includes(MARK, at + 1)) return null;
  // Flat strings, because they stay in memory.
  return {
    before: Buffer.from(text.slice(0, at)).toString(),
    after: Buffer.from(text.slice(at + MARK.length)).toString(),
  };
}
