// Numbers as the reader's language writes them. Without a document, so that tests can ask it directly.

/** Thousands may also be separated by spaces of any width and by apostrophes. */
const OTHER_GROUPS = [' ', '\u00a0', '\u202f', '\u2009', "'", '’'];
const CORE = /[+-]?[.,]?\d(?:[\d.,'’\s]*\d)?[.,]?/;

/** @typedef {{ decimal: string, group: string }} Signs */

/** @param {string} locale @returns {Signs} */
export function signsOf(locale) {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1234567.8);
  const sign = (/** @type {string} */ type) => parts.find((part) => part.type === type)?.value;
  return { decimal: sign('decimal') ?? '.', group: sign('group') ?? ',' };
}

/**
 * What a text says: "1.234,56 €" is "1234.56 €" to German readers. What stands around the number stays, since it is up to
 * the field.
 *
 * @param {string} text @param {Signs} signs
 * @returns {{ text: string, number: string, unsure: boolean } | null} unsure: others would read another number; null: it
 *   can't be read
 */
export function readLocalNumber(text, signs) {
  const plain = latinDigits(text);
  const found = plain.length <= 100 ? CORE.exec(plain) : null;
  if (!found) return null;
  const [, sign, digits] = /** @type {RegExpExecArray} */ (/^([+-]?)(.*)$/s.exec(found[0]));
  const own = read(digits, signs);
  const others = read(digits, signs.decimal === ',' ? { decimal: '.', group: ',' } : { decimal: ',', group: '.' });
  const value = own ?? others;
  if (value === null) return null;
  const number = (sign === '-' ? '-' : '') + value;
  const whole = plain.slice(0, found.index) + number + plain.slice(found.index + found[0].length);
  return { text: whole.trim(), number, unsure: own !== others && others !== null };
}

/** A number as forms submit it, in the reader's signs: 1234.5 is "1234,5". @param {string} number @param {Signs} signs */
export const toLocalNumber = (number, { decimal }) => number.replace('.', decimal);

/** @param {string} digits @param {Signs} signs @returns {string | null} */
function read(digits, { decimal, group }) {
  const [whole, fraction = '', ...more] = digits.split(decimal);
  if (more.length > 0 || !/^\d*$/.test(fraction)) return null;
  const joined = /^\d*$/.test(whole) ? whole : join(whole, [group, ...OTHER_GROUPS]);
  if (joined === null || joined + fraction === '') return null;
  return fraction === '' ? joined : `${joined || '0'}.${fraction}`;
}

/** Groups of three, all with the same sign between them. @param {string} whole @param {string[]} groups */
function join(whole, groups) {
  const sign = groups.find((one) => whole.includes(one));
  const [first, ...rest] = sign ? whole.split(sign) : [whole];
  return /^[1-9]\d{0,2}$/.test(first) && rest.every((part) => /^\d{3}$/.test(part)) ? first + rest.join('') : null;
}

/**
 * A text with European digits and signs, and without marks of direction: ٣١/١٢/٢٠٢٦ is 31/12/2026.
 *
 * @param {string} text
 */
export const latinDigits = (text) =>
  text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\u061c\u200e\u200f\u2066-\u2069]/g, '')
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replaceAll('−', '-');
