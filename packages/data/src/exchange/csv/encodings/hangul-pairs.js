import { memoize } from '@plinth/plugin';

const KEY = Object.freeze({});
const FIRST = 0xac00;
const SYLLABLES = 11_172;

/** @returns {(lead: number, trail: number) => string | undefined} */
export const hangulPairs = () => pairsOf(KEY);

/**
 * The syllables that code page 949 adds to EUC-KR: all that this does not have, in the order of Unicode, in the places that it
 * leaves free.
 */
const pairsOf = memoize((/** @type {object} */ _) => {
  const decoder = new TextDecoder('euc-kr');
  const known = new Set();
  for (let lead = 0xb0; lead <= 0xc8; lead++)
    for (let trail = 0xa1; trail <= 0xfe; trail++) known.add(decoder.decode(Buffer.from([lead, trail])));
  const missing = Array.from({ length: SYLLABLES }, (_one, at) => String.fromCharCode(FIRST + at)).filter(
    (syllable) => !known.has(syllable),
  );
  /** @type {Map<number, string>} */
  const places = new Map();
  for (let lead = 0x81, at = 0; at < missing.length; lead++)
    for (const trail of freeTrails(lead)) if (at < missing.length) places.set(lead * 256 + trail, missing[at++]);
  return (/** @type {number} */ lead, /** @type {number} */ trail) => places.get(lead * 256 + trail);
});

/** @param {number} lead */
function freeTrails(lead) {
  const range = (/** @type {number} */ from, /** @type {number} */ to) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return [...range(0x41, 0x5a), ...range(0x61, 0x7a), ...range(0x81, lead < 0xa1 ? 0xfe : 0xa0)];
}
