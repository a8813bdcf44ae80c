import { createDecoder } from './decoder.js';
import { EDGE, LANGUAGES, modelOf, plainText } from './languages.js';
import { PAIRS, charactersOf } from './pairs.js';

/** Bytes that are looked at. */
const MOST = 6000;
/** The cost of a plain character, the same in all encodings. */
const PLAIN = Math.log(1 / 40);
/** Bytes that mean nothing in an encoding. */
const BROKEN = Math.log(1e-12);
const SIGN_INSIDE = Math.log(1e-6);
const SIGN = Math.log(2e-2);
const SIGNS = /[‚„“”‘’«»–—…•·€£§°²³½¼¿¡©®™µ×ªº¢№\u00a0]/;
/** Signs that stand before and after a word. */
const OPENING = /[‚„“‘«¿¡–—…]/;
const CLOSING = /[“”‘’»–—…·°ºª²³®™©]/;
/** A capital after a small letter is what a wrong encoding makes of Cyrillic. */
const CAPITAL_INSIDE = Math.log(1e-3);
const TWO_ALPHABETS = Math.log(1e-3);
/** A word of one letter, which is a sign in another encoding. */
const ALONE = Math.log(0.1);
/** A character of two bytes beside a plain letter, as in "J殲gen". */
const MIXED = Math.log(0.001);

/** How much rarer encodings are than Windows-1252, where nothing else speaks for one. */
const RARITY = Object.freeze(
  /** @type {Record<string, number>} */ ({
    'windows-1252': 0,
    'windows-1250': 0.5,
    'windows-1251': 1.5,
    'windows-1253': 1,
    'windows-1254': 1,
    'windows-1255': 1.5,
    'windows-1256': 1.5,
    'windows-1257': 1.5,
    'windows-874': 1.5,
    gb18030: 1,
    big5: 1,
    'euc-kr': 1,
    shift_jis: 1,
    'euc-jp': 1.5,
    'koi8-r': 3,
    'koi8-u': 3,
    'iso-8859-2': 2,
    macintosh: 4,
    'x-mac-cyrillic': 4,
    ibm866: 3,
  }),
);
const RARE = 3;

/**
 * The encoding of a text that is not Unicode: the one in which the bytes make the most probable text of a language. Judged by the
 * lines with other than plain characters, so that a few letters in a long table are enough.
 *
 * @param {Buffer} head @param {boolean} whole the text ends with these bytes
 * @returns {string}
 */
export function guessEncoding(head, whole) {
  const sample = oddLines(head, whole);
  /** @type {[string, number][]} */
  const scored = [
    ...PAIRS.map((one) => /** @type {[string, number]} */ ([one.encoding, pairScore(sample, one)])),
    ...LANGUAGES.flatMap((language) =>
      language.encodings.map(
        (one) => /** @type {[string, number]} */ ([one, letterScore(sample, one, language) - language.rarity]),
      ),
    ),
  ];
  const rarity = (/** @type {string} */ encoding) => RARITY[encoding] ?? RARE;
  const [best] = scored.reduce((one, other) => (other[1] - rarity(other[0]) > one[1] - rarity(one[0]) ? other : one));
  // Letters that several encodings have in the same places are no reason for the rarer one.
  const text = createDecoder(best).decode(sample);
  const same = scored.filter(([one]) => rarity(one) < rarity(best) && createDecoder(one).decode(sample) === text);
  return same.reduce((one, [other]) => (rarity(other) < rarity(one) ? other : one), best);
}

/** The lines that have other than plain characters. @param {Buffer} head @param {boolean} whole */
function oddLines(head, whole) {
  /** @type {Buffer[]} */
  const lines = [];
  let size = 0;
  for (let at = 0; at < head.length && size < MOST;) {
    const end = head.indexOf(10, at);
    // The last line may end within a character.
    if (end < 0 && !whole && lines.length > 0) break;
    const line = head.subarray(at, end < 0 ? head.length : end + 1);
    if (line.some((byte) => byte > 127)) {
      const part = line.subarray(0, MOST);
      lines.push(part);
      size += part.length;
    }
    at += line.length;
  }
  return Buffer.concat(lines);
}

/** @param {Buffer} sample @param {import('./pairs.js').PairEncoding} pair */
function pairScore(sample, pair) {
  const shareOf = charactersOf(pair);
  let score = 0;
  let before = EDGE;
  for (const character of createDecoder(pair.encoding).decode(sample)) {
    score += isPlain(character) ? PLAIN : isNothing(character) ? BROKEN : Math.log(shareOf(character));
    if (isPlain(character) ? isWord(character) && !isPlain(before) : isWord(before)) score += MIXED;
    before = character;
  }
  return score;
}

/** @param {Buffer} sample @param {string} encoding @param {import('./languages.js').Language} language */
function letterScore(sample, encoding, language) {
  const share = modelOf(language);
  const characters = [...new TextDecoder(encoding).decode(sample).normalize('NFC')];
  const letters = characters.map((one) => (LETTER.test(one) ? one : EDGE));
  let score = 0;
  for (const [at, character] of characters.entries()) {
    const [earlier, before, now, after] = [at - 2, at - 1, at, at + 1].map((place) => letters[place] ?? EDGE);
    if (now === EDGE && !isPlain(character)) {
      score += isNothing(character) ? BROKEN : signScore(character, before, after);
      continue;
    }
    // A plain letter tells something only about another one beside it.
    score += isPlain(character) && isPlain(before) ? PLAIN : Math.log(share(plainText(before), plainText(now)));
    if (!isPlain(now) || !isPlain(before)) score += wordScore(earlier, before, now);
  }
  return score;
}

/** Words have one alphabet, and capitals at their beginning or everywhere. @param {string} earlier @param {string} before @param {string} now */
function wordScore(earlier, before, now) {
  let score = 0;
  if (now === EDGE) return earlier === EDGE && before !== EDGE ? ALONE : 0;
  if (before === EDGE) return 0;
  if (isUpper(now) && isLower(before)) score += CAPITAL_INSIDE;
  if (isLower(now) && isUpper(before) && isUpper(earlier)) score += CAPITAL_INSIDE;
  if (!MARK.test(now + before) && isLatin(now) !== isLatin(before)) score += TWO_ALPHABETS;
  return score;
}

/** @param {string} sign @param {string} before @param {string} after */
function signScore(sign, before, after) {
  if (before === EDGE && after === EDGE) return SIGNS.test(sign) ? SIGN : SIGN_INSIDE;
  if (before === EDGE) return OPENING.test(sign) ? SIGN : SIGN_INSIDE;
  if (after === EDGE) return CLOSING.test(sign) ? SIGN : SIGN_INSIDE;
  return sign === '’' || sign === '·' ? SIGN : SIGN_INSIDE;
}

const MARK = /\p{M}/u;
const LETTER = /[\p{L}\p{M}]/u;
const isLatin = (/** @type {string} */ letter) => /\p{Script=Latin}/u.test(letter);
const isPlain = (/** @type {string} */ character) => character.charCodeAt(0) < 128;
const isWord = (/** @type {string} */ character) => /[a-z]/i.test(character);
const isNothing = (/** @type {string} */ character) => /[\u0080-\u009f\ufffd\p{Co}\p{Cn}]/u.test(character);
const isUpper = (/** @type {string} */ character) => character !== character.toLowerCase();
const isLower = (/** @type {string} */ character) => character !== character.toUpperCase();
