/** @import { ValueFormat } from '../../catalog/local-values/value-formats.js' */
/** @import { Candidate } from './candidates.js' */
/** @import { Ways } from './column-survey.js' */
import { VALUE_FORMATS } from '../../catalog/local-values/value-formats.js';

/** @type {readonly ValueFormat[]} */
const EUROPEAN = ['1.234,5', '1,234.5', '31/12/2026', '12/31/2026', '31 Dec 2026'];

/**
 * Files with a decimal comma use semicolons between fields and put the day first.
 *
 * @param {string} delimiter @returns {readonly ValueFormat[]} likelier formats first
 */
export const likelyFormats = (delimiter) => (delimiter === ';' ? EUROPEAN : VALUE_FORMATS);

/**
 * The formats in which the most cells can be read as values of a type.
 *
 * @param {Ways} ways @returns {Candidate[]}
 */
export function bestWays({ candidates }) {
  let best = candidates.filter(({ isDropped }) => !isDropped);
  for (const count of /** @type {const} */ (['fitting', 'own'])) {
    const most = Math.max(...best.map((one) => one[count]));
    best = best.filter((one) => one[count] === most);
  }
  return best;
}

/** A text that two of the candidates read as different values. @param {Ways} ways @param {readonly Candidate[]} some */
function disputed({ candidates, differ }, some) {
  const among = some.map((one) => candidates.indexOf(one));
  for (const [key, text] of differ) if (key.split(',').every((at) => among.includes(Number(at)))) return text;
  return null;
}

/**
 * What the unambiguous columns say about the others.
 *
 * @param {(Ways | null)[]} columns
 * @returns {readonly ValueFormat[]} likelier formats first
 */
export function guessHabits(columns) {
  return columns.flatMap((ways) => {
    const best = ways ? bestWays(ways) : [];
    if (!ways || best.length === ways.candidates.length || disputed(ways, best) !== null) return [];
    return best.flatMap(({ format, own }) => (own > 0 ? (format ?? []) : []));
  });
}

/**
 * @param {Ways} ways @param {{ habits: readonly ValueFormat[], likely: readonly ValueFormat[], filled: number }} context the likelier
 *   ones first: what other columns say, and what the file's separator does
 * @returns {{ candidate: Candidate, question: string | null, isSure: boolean }} `question`: a text that another format would read
 *   differently; `isSure`: the column or others say how it is meant
 */
export function preferredFormat(ways, { habits, likely, filled }) {
  const best = bestWays(ways);
  const question = disputed(ways, best);
  if (question === null) {
    const [candidate] = best;
    // Two formats in one column come from two hands: those that can be read in two ways are asked for.
    const isMixed = candidate.own < filled && candidate.own > 0;
    const others = ways.candidates.filter((one) => one.format !== null && !one.isDropped);
    return { candidate, question: isMixed ? disputed(ways, others) : null, isSure: true };
  }
  const among = (/** @type {readonly ValueFormat[]} */ formats) =>
    formats.map((format) => best.find((one) => one.format === format)).find(Boolean);
  const known = among(habits);
  return { candidate: known ?? among(likely) ?? best[0], question, isSure: known !== undefined };
}
