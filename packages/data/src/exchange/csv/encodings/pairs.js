import { memoize } from '@plinth/plugin';
import { HANGUL, KANJI, SIMPLIFIED, TRADITIONAL } from './characters.js';

/**
 * An encoding with two bytes for most characters: how probable each of them is.
 *
 * @typedef {{ encoding: string, sets: readonly [string, number][], rest: readonly [RegExp, number][] }} PairEncoding
 *   `sets`: frequent characters with their share of a text; `rest`: others with that of one character
 */

const HIRAGANA =
  'あいうえおかがきぎくぐけげこごさざしじすずせぜそぞただちっつづてでとどなにぬねのはばぱひびふぶへべほぼまみむめもゃやゅゆょよらりるれろわをん';
const KATAKANA =
  'アイウエオカガキギクグケゲコゴサザシジスズセゼソゾタダチッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロワヲンヴー・';

const MARKS = /** @type {[string, number]} */ (['、。，．：；？！（）「」『』【】《》“”‘’…—～　％￥／－＋・', 0.03]);
const HAN = /\p{Script=Han}/u;
/** @type {readonly [RegExp, number][]} */
const JAPANESE = Object.freeze([
  [HAN, 1e-5],
  [/[ｦ-ﾟ]/, 3e-3],
  [/[０-９Ａ-Ｚａ-ｚ]/, 2e-4],
]);
const KANA = /** @type {[string, number][]} */ ([
  [HIRAGANA, 0.3],
  [KATAKANA, 0.25],
  [KANJI, 0.3],
]);

/** @param {string} encoding @param {[string, number][]} sets @param {readonly [RegExp, number][]} rest @returns {PairEncoding} */
const pair = (encoding, sets, rest) => Object.freeze({ encoding, sets: [MARKS, ...sets], rest });

/** @type {readonly PairEncoding[]} */
export const PAIRS = Object.freeze([
  pair(
    'gb18030',
    [
      [SIMPLIFIED, 0.75],
      [TRADITIONAL, 0.05],
    ],
    [
      [HAN, 1e-5],
      [/[０-９Ａ-Ｚａ-ｚ]/, 1e-4],
    ],
  ),
  pair(
    'big5',
    [[TRADITIONAL, 0.8]],
    [
      [HAN, 1e-5],
      [/[０-９Ａ-Ｚａ-ｚ]/, 1e-4],
    ],
  ),
  pair(
    'euc-kr',
    [[HANGUL, 0.85]],
    [
      [/[가-힣]/, 1e-5],
      [HAN, 5e-7],
      [/[０-９Ａ-Ｚａ-ｚ]/, 1e-5],
    ],
  ),
  pair('shift_jis', KANA, JAPANESE),
  pair('euc-jp', KANA, JAPANESE),
]);

/** Anything else that the encoding has. */
const RARE = 1e-8;

/** The probability of a character. */
export const charactersOf = memoize((/** @type {PairEncoding} */ { sets, rest }) => {
  /** @type {Map<string, number>} */
  const known = new Map();
  for (const [set, share] of sets) {
    const all = new Set(set);
    for (const one of all) known.set(one, Math.max(known.get(one) ?? 0, share / all.size));
  }
  return (/** @type {string} */ character) =>
    known.get(character) ?? rest.find(([pattern]) => pattern.test(character))?.[1] ?? RARE;
});
