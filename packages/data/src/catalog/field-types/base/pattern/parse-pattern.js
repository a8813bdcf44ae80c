import { VALUE_LIMITS } from '@plinth/plugin';
import { PatternError } from './pattern-error.js';
import { classEscape, readClass, readEscape, single } from './character-class.js';

/**
 * Parses the part of regular expressions that can be matched in linear time: characters, classes, groups, alternatives,
 * counted and open repetition. Back references and look-around make matching explode, so they are refused.
 *
 * @typedef {{ ranges: [number, number][], negated: boolean }} CharacterSet
 * @typedef {{ kind: 'set', set: CharacterSet }
 *   | { kind: 'sequence', items: PatternNode[] }
 *   | { kind: 'choice', options: PatternNode[] }
 *   | { kind: 'repeat', item: PatternNode, min: number, max: number }} PatternNode `max` may be Infinity
 */

const DEEPEST = 50;

/**
 * @param {string} source matched against the whole value, as HTML's pattern attribute is
 * @returns {PatternNode}
 * @throws {PatternError}
 */
export function parsePattern(source) {
  if (source.length > VALUE_LIMITS.patternCharacters)
    throw new PatternError(`is longer than ${VALUE_LIMITS.patternCharacters} characters`);
  const characters = Array.from(source.replace(/^\^/, '').replace(/(^|[^\\])((?:\\\\)*)\$$/, '$1$2'));
  const reader = { characters, at: 0, depth: 0 };
  const node = readChoice(reader);
  if (reader.at < characters.length) throw new PatternError('has a ")" without its "("');
  return node;
}

/** @typedef {{ characters: string[], at: number, depth: number }} Reader */

/** @param {Reader} reader @returns {PatternNode} */
function readChoice(reader) {
  const options = [readSequence(reader)];
  while (reader.characters[reader.at] === '|') {
    reader.at++;
    options.push(readSequence(reader));
  }
  return options.length === 1 ? options[0] : { kind: 'choice', options };
}

/** @param {Reader} reader @returns {PatternNode} */
function readSequence(reader) {
  /** @type {PatternNode[]} */
  const items = [];
  while (reader.at < reader.characters.length && !'|)'.includes(reader.characters[reader.at])) {
    items.push(readRepeat(reader, readAtom(reader)));
  }
  return { kind: 'sequence', items };
}

/** @param {Reader} reader @returns {PatternNode} */
function readAtom(reader) {
  const character = reader.characters[reader.at++];
  switch (character) {
    case '(':
      return readGroup(reader);
    case '[':
      return { kind: 'set', set: readClass(reader) };
    case '.':
      return { kind: 'set', set: { ranges: [single('\n'), single('\r')], negated: true } };
    case '\\':
      return { kind: 'set', set: classEscape(reader) ?? { ranges: [single(readEscape(reader))], negated: false } };
    case '^':
    case '$':
      throw new PatternError(`has "${character}" inside: the pattern always covers the whole value`);
    case '*':
    case '+':
    case '?':
    case '{':
      throw new PatternError(`has "${character}" with nothing before it to repeat`);
    default:
      return { kind: 'set', set: { ranges: [single(character)], negated: false } };
  }
}

/** @param {Reader} reader @returns {PatternNode} */
function readGroup(reader) {
  if (reader.characters[reader.at] === '?') {
    if (reader.characters[reader.at + 1] !== ':') throw new PatternError('uses look-around or named groups');
    reader.at += 2;
  }
  if (++reader.depth > DEEPEST) throw new PatternError('is nested too deeply');
  const node = readChoice(reader);
  if (reader.characters[reader.at++] !== ')') throw new PatternError('has a "(" without its ")"');
  reader.depth--;
  return node;
}

/** @param {Reader} reader @param {PatternNode} item @returns {PatternNode} */
function readRepeat(reader, item) {
  const counts = readCounts(reader);
  if (!counts) return item;
  // A lazy quantifier changes which match is found, never whether there is one.
  if (reader.characters[reader.at] === '?') reader.at++;
  if (readCounts(reader)) throw new PatternError('repeats a repetition');
  return { kind: 'repeat', item, min: counts[0], max: counts[1] };
}

/** @param {Reader} reader @returns {[number, number] | null} */
function readCounts(reader) {
  const character = reader.characters[reader.at];
  if (character === '*' || character === '+' || character === '?') {
    reader.at++;
    return character === '*' ? [0, Infinity] : character === '+' ? [1, Infinity] : [0, 1];
  }
  if (character !== '{') return null;
  const match = /^\{(\d{1,4})(?:(,)(\d{0,4}))?\}/.exec(reader.characters.slice(reader.at, reader.at + 12).join(''));
  if (!match) throw new PatternError('has a "{" that is no count such as {2,5}');
  reader.at += match[0].length;
  const min = Number(match[1]);
  const max = match[2] ? (match[3] ? Number(match[3]) : Infinity) : min;
  if (min > VALUE_LIMITS.patternRepeats || (max !== Infinity && max > VALUE_LIMITS.patternRepeats)) {
    throw new PatternError(`repeats more than ${VALUE_LIMITS.patternRepeats} times`);
  }
  if (max < min) throw new PatternError(`has the count ${match[0]} the wrong way round`);
  return [min, max];
}
