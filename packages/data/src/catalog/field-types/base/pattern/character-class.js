/** @import { CharacterSet, Reader } from './parse-pattern.js' */
import { PatternError } from './pattern-error.js';

/** @type {Readonly<Record<string, [number, number][]>>} */
const CLASSES = {
  d: [[48, 57]],
  w: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122],
  ],
  s: [
    [9, 13],
    [32, 32],
    [160, 160],
  ],
};
/** @type {Readonly<Record<string, string>>} */
const CONTROLS = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' };

/** @param {string} character @returns {[number, number]} */
export function single(character) {
  const code = /** @type {number} */ (character.codePointAt(0));
  if (code >= 0xd800 && code <= 0xdfff) throw new PatternError('is no valid Unicode text');
  if (code === 0) throw new PatternError('holds a NUL character');
  return [code, code];
}

/**
 * \d, \w, \s and their negations; null for any other escape, which is left unread.
 *
 * @param {Reader} reader
 * @returns {CharacterSet | null}
 */
export function classEscape(reader) {
  const letter = reader.characters[reader.at] ?? '';
  const ranges = CLASSES[letter.toLowerCase()];
  if (!ranges || letter.length !== 1) return null;
  reader.at++;
  return { ranges, negated: letter !== letter.toLowerCase() };
}

/** The character that an escape stands for. @param {Reader} reader @returns {string} */
export function readEscape(reader) {
  const letter = reader.characters[reader.at++];
  if (letter === undefined) throw new PatternError('ends with a lone backslash');
  if (letter in CONTROLS) return CONTROLS[letter];
  if (letter === 'u' || letter === 'x') {
    const length = letter === 'u' ? 4 : 2;
    const digits = reader.characters.slice(reader.at, reader.at + length).join('');
    if (!/^[0-9a-f]+$/i.test(digits) || digits.length !== length)
      throw new PatternError(`has a broken \\${letter} escape`);
    reader.at += length;
    return String.fromCharCode(parseInt(digits, 16));
  }
  if (/[a-z0-9]/i.test(letter)) throw new PatternError(`uses \\${letter}, which is not supported here`);
  return letter;
}

/** The rest of a [...] class. @param {Reader} reader @returns {CharacterSet} */
export function readClass(reader) {
  const negated = reader.characters[reader.at] === '^';
  if (negated) reader.at++;
  /** @type {[number, number][]} */
  const ranges = [];
  for (;;) {
    const character = reader.characters[reader.at];
    if (character === undefined) throw new PatternError('has a "[" without its "]"');
    if (character === ']') break;
    ranges.push(...readEntry(reader));
  }
  reader.at++;
  if (!ranges.length) throw new PatternError('has an empty class []');
  return { ranges, negated };
}

/** One character, range or escape of a class. @param {Reader} reader @returns {[number, number][]} */
function readEntry(reader) {
  const from = readMember(reader);
  if (Array.isArray(from)) return from;
  if (reader.characters[reader.at] !== '-' || (reader.characters[reader.at + 1] ?? ']') === ']') return [single(from)];
  reader.at++;
  const to = readMember(reader);
  if (Array.isArray(to)) throw new PatternError('has a range that ends in a class');
  const range = /** @type {[number, number]} */ ([single(from)[0], single(to)[0]]);
  if (range[1] < range[0]) throw new PatternError(`has the range ${from}-${to} the wrong way round`);
  return [range];
}

/** @param {Reader} reader @returns {string | [number, number][]} */
function readMember(reader) {
  const character = reader.characters[reader.at++];
  if (character === '[') throw new PatternError('has a "[" inside a class: write \\[');
  if (character !== '\\') return character;
  const set = classEscape(reader);
  if (!set) return readEscape(reader);
  if (set.negated) throw new PatternError('has \\D, \\W or \\S inside a class');
  return set.ranges;
}
