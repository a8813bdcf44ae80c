/** @import { Cache, Html } from '@plinth/plugin' */
/** @import { ShellInput } from './shell.js' */
import { createCache, memoize, raw } from '@plinth/plugin';

/** Placeholders for what differs by row. No text from outside can contain them, since all of that is escaped. */
const MARKS = {
  above: '<!--plinth:above-->',
  body: '<!--plinth:body-->',
  title: '<!--plinth:title-->',
  actions: '<!--plinth:actions-->',
};
const CACHE_SIZE = { max: 500 };
const LONGEST_ADDRESS = 200;

/**
 * The parts of a page that a frame surrounds.
 *
 * @typedef {{ body: Html, title: Html | null, actions: Html | null, above: Html | null }} Parts
 * @typedef {{ fill: (parts: Parts) => string }} Frame
 */

/**
 * What surrounds the bodies and titles of pages. It depends on the Catalog, the reader's roles and language, and the page,
 * so it is rendered once and cached as long as the Catalog.
 */
export function createFrames() {
  const frames = memoize(
    (/** @type {object} */ _catalog) => /** @type {Cache<string, Frame | null>} */ (createCache(CACHE_SIZE)),
  );

  return {
    /**
     * @param {ShellInput} input @param {Parts} parts only whether there are a title and actions matters
     * @param {(parts: Parts) => string} print
     * @returns {Frame | null} null: the theme has to render each time, or caching is not worth it
     */
    of(input, { title, actions }, print) {
      const { catalog, here } = input;
      if (here.length > LONGEST_ADDRESS) return null;
      const key = `${title !== null} ${actions !== null} ${keyOf(input)}`;
      return frames(catalog).getOrMake(key, () => {
        const marked = { title: title && raw(MARKS.title), actions: actions && raw(MARKS.actions) };
        return split(print({ body: raw(MARKS.body), above: raw(MARKS.above), ...marked }));
      });
    },
  };
}

/** @param {ShellInput} input */
function keyOf({ actor, locale, title, description, here, styles, scripts, bare, width, scheme, look, copy }) {
  const reader = `${actor.userId !== null} ${actor.system} ${actor.roles.join(' ')}`;
  const files = `${styles?.join('\n') ?? ''}\r${scripts?.join('\n') ?? ''}`;
  return [reader, locale, bare, width, here, title, description, scheme, look, copy, files].join('\r');
}

/**
 * A theme that shows a part twice, or only inspects it, can't be split.
 *
 * @param {string} text
 * @returns {Frame | null}
 */
function split(text) {
  const pieces = text.split(/<!--plinth:(above|body|title|actions)-->/);
  // Flat strings, because they stay in memory.
  const fixed = pieces.filter((_, i) => i % 2 === 0).map((piece) => Buffer.from(piece).toString());
  const names = /** @type {(keyof Parts)[]} */ (pieces.filter((_, i) => i % 2 === 1));
  if (!names.includes('body') || new Set(names).size < names.length) return null;
  return {
    fill: (parts) => fixed.reduce((all, piece, i) => all + (parts[names[i - 1]]?.text ?? '') + piece),
  };
}
