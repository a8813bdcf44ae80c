/** @import { Html } from '@plinth/plugin' */
import { readFileSync } from 'node:fs';
import { raw } from '@plinth/plugin';

const shapes = new Map(
  Object.entries(JSON.parse(readFileSync(new URL('../../assets/vendor/icons.json', import.meta.url), 'utf8'))),
);
/** Stands for a name that Plinth does not ship, so that an old layout still renders. */
const UNKNOWN = 'point';
/** Arrows that point the other way where text runs from right to left. */
const DIRECTED = /(^|-)(left|right|forward|back)(-|$)|^(logout|login|send|indent-increase|list|reply)/;

/** @type {Map<string, Html>} */
const made = new Map([...shapes].map(([name, shape]) => [name, draw(name, shape)]));

/**
 * An icon as decoration: hidden from assistive technology, so the text beside it (or an aria-label) has to speak.
 *
 * @param {string} name
 */
export function icon(name) {
  return made.get(name) ?? /** @type {Html} */ (made.get(UNKNOWN));
}

/** Names for the icon picker, in alphabetical order. */
export function iconNames() {
  return [...shapes.keys()];
}

/** @param {string} name @param {string} shape */
function draw(name, shape) {
  const filled = name.endsWith('-filled') ? ' icon-filled' : '';
  const turned = DIRECTED.test(name) ? ' icon-directed' : '';
  // Safe: the shapes are Tabler's, vendored by scripts/vendor-assets.js, and the names are keys of that file.
  return raw(`<svg class="icon${filled}${turned}" viewBox="0 0 24 24" aria-hidden="true">${shape}</svg>`);
}
