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

/** The theme shows the whole address, query included. */
const BY_ADDRESS = 'address';

/**
 * The parts of a page that a frame surrounds.
 *
 * @typedef {{ body: Html, title: Html | null, actions: Html | null, above: Html | null }} Parts
 * @typedef {{ fill: (parts: Parts) => string[] }} Frame fill: the page in pieces, which become bytes without being copied
 *   into one text
 * @typedef {(marks: Parts, onAddress: () => void) => string} Print onAddress: is called if the text depends on the query
 */

/**
 * What surrounds the bodies and titles of pages. It depends on the Catalog, the reader's roles and language, and the page,
 * so it is rendered once and cached as long as the Catalog; for each query of its own only if the theme shows that.
 */
export function createFrames() {
  const frames = memoize(
    (/** @type {object} */ _catalog) =>
      /** @type {Cache<string, Frame | typeof BY_ADDRESS | null>} */ (createCache(CACHE_SIZE)),
  );

  return {
    /**
     * @param {ShellInput} input @param {Parts} parts only whether there are a title and actions matters
     * @param {Print} print
     * @returns {Frame | null} null: the theme has to render each time, or caching is not worth it
     */
    of(input, { title, actions }, print) {
      const { catalog, here } = input;
      const path = pathOf(here);
      if (path.length > LONGEST_ADDRESS) return null;
      const known = frames(catalog);
      const make = () => {
        let byAddress = false;
        const marked = { title: title && raw(MARKS.title), actions: actions && raw(MARKS.actions) };
        const marks = { body: raw(MARKS.body), above: raw(MARKS.above), ...marked };
        const frame = split(print(marks, () => (byAddress = true)));
        return { frame, byAddress };
      };
      const key = `${title !== null} ${actions !== null} ${keyOf(input, path)}`;
      // Apart from the key of any path: /a at the address /a is not the path /a/a.
      const byQuery = `${key}\r${here}`;
      const frame = known.getOrMake(key, () => {
        const made = make();
        if (made.byAddress) known.set(byQuery, made.frame);
        return made.byAddress ? BY_ADDRESS : made.frame;
      });
      if (frame !== BY_ADDRESS) return frame;
      return here.length > LONGEST_ADDRESS
        ? null
        : /** @type {Frame | null} */ (known.getOrMake(byQuery, () => make().frame));
    },
  };
}

/** @param {string} here */
const pathOf = (here) => (here.includes('?') ? here.slice(0, here.indexOf('?')) : here);

/** @param {ShellInput} input @param {string} path */
function keyOf({ actor, locale, title, description, styles, scripts, bare, width, scheme, look, copy }, path) {
  const reader = `${actor.userId !== null} ${actor.system} ${actor.roles.join(' ')}`;
  const files = `${styles?.join('\n') ?? ''}\r${scripts?.join('\n') ?? ''}`;
  return [reader, locale, bare, width, title, description, scheme, look, copy, files, path].join('\r');
}

/**
 * A theme that shows a part twice, or only inspects it, can't be split.
 *
 * @param {string} text
 * @returns {Frame | null}
 */
function split(text) {
  // eslint-disable-next-line plinth/no-markup-search -- its own slots, in a document that a theme prints
  const pieces = text.split(/<!--plinth:(above|body|title|actions)-->/);
  // Flat strings, because they stay in memory.
  const fixed = pieces.filter((_, i) => i % 2 === 0).map((piece) => Buffer.from(piece).toString());
  const names = /** @type {(keyof Parts)[]} */ (pieces.filter((_, i) => i % 2 === 1));
  if (!names.includes('body') || new Set(names).size < names.length) return null;
  return {
    fill: (parts) => fixed.flatMap((piece, i) => (i === 0 ? piece : [parts[names[i - 1]]?.text ?? '', piece])),
  };
}
