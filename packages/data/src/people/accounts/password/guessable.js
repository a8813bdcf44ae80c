import { COMMON_WORDS } from './common-words.js';

/** A password has to be made of at least as many parts that don't follow from each other. */
const LEAST_PARTS = 5;
/** Parts of a name or an address shorter than this are in too many other words. */
const SHORTEST_OWN = 3;
/** Signs that stand for letters. */
const LOOK_ALIKES = /** @type {Record<string, string>} */ ({
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  5: 's',
  $: 's',
  7: 't',
});
const YEAR = /^(19|20)\d\d/;

/**
 * Whether a password is among the first that somebody would try: a common word, a row of the keyboard, the person's own
 * name, a year or a run of characters, with little else. Each of those counts as one part, and so does every other
 * character.
 *
 * @param {string} password
 * @param {readonly string[]} own what belongs to the person: name, e-mail address
 */
export function isGuessable(password, own = []) {
  const text = password.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');
  const [front, back] = [text.slice(0, text.length / 2), text.slice(text.length / 2)];
  // Twice the same says no more than once.
  return partsOf(front === back ? front : text, [...COMMON_WORDS, ...ownWords(own)]) < LEAST_PARTS;
}

/** @param {readonly string[]} own @returns {string[]} */
const ownWords = (own) =>
  own
    .flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length >= SHORTEST_OWN);

/** @param {string} text @param {readonly string[]} words @returns {number} how many parts it is made of, at the least */
function partsOf(text, words) {
  const plain = text.replaceAll(/[@4310!5$7]/g, (sign) => LOOK_ALIKES[sign]);
  // From the end: the fewest parts of what begins at each place.
  const fewest = [...new Array(text.length).fill(0), 0];
  for (let at = text.length - 1; at >= 0; at--) {
    fewest[at] = 1 + fewest[at + 1];
    const pieces = [runAt(text, at), YEAR.test(text.slice(at, at + 4)) ? 4 : 0];
    for (const word of words) if (text.startsWith(word, at) || plain.startsWith(word, at)) pieces.push(word.length);
    for (const length of pieces) if (length > 1) fewest[at] = Math.min(fewest[at], 1 + fewest[at + length]);
    const [digits = ''] = /^\d{2,}/.exec(text.slice(at)) ?? [];
    // Two digits are as easily tried as one letter.
    if (digits) fewest[at] = Math.min(fewest[at], 1 + fewest[at + 2]);
  }
  return fewest[0];
}

/** The length of "aaaa", "1234", "cba" that begins at a place. @param {string} text @param {number} at */
function runAt(text, at) {
  const step = text.charCodeAt(at + 1) - text.charCodeAt(at);
  if (!(Math.abs(step) <= 1)) return 1;
  let end = at + 1;
  while (text.charCodeAt(end) - text.charCodeAt(end - 1) === step) end++;
  return end - at;
}
