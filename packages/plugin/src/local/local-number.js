// Numbers as the reader's language writes them. Without a document, so that tests can ask it directly.

/** Thousands may also be separated by spaces of any width and by apostrophes. */
const OTHER_GROUPS = [' ', '\u00a0', '\u202f', '\u2009', "'", '’'];
const CORE = /[+-]?[.,]?\d(?:[\d.,'’\s]*\d)?[.,]?/;

/** @typedef {{ decimal: string, group: string }} Signs */

const POINT = Object.freeze({ decimal: '.', group: ',' });
const COMMA = Object.freeze({ decimal: ',', group: '.' });

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
  const others = read(digits, signs.decimal === ',' ? POINT : COMMA);
  const value = own ?? others;
  if (value === null) return null;
  const number = (sign === '-' ? '-' : '') + value;
  const whole = plain.slice(0, found.index) + number + plain.slice(found.index + found[0].length);
  return { text: whole.trim(), number, unsure: own !== others && others !== null };
}

/** A number as forms submit it, in the reader's signs: 1234.5 is "1234,5". @param {string} number @param {Signs} signs */
export const toLocalNumber = (number, { decimal }) => number.replace('.', decimal);

/**
 * What a number says that can only be read in one way, whoever wrote it: "1.234,56" and "1,234.56" are 1234.56, and "1,5" is
 * 1.5, but "1,234" may be either.
 *
 * @param {string} text with its sign, if any; nothing else around it
 * @returns {string | null} null: no number, or not only one
 */
export function readSureNumber(text) {
  // Arabic has signs of its own, which mean one thing only.
  const plain = latinDigits(text.replaceAll('\u066c', '')).trim().replace(/\s/g, ' ');
  const [, open, before, digits, behind, close] =
    (plain.length <= 100 && /^(\()?([+–-]?)\s*([.,]?\d(?:[\d.,'’\s]*\d)?[.,]?)\s*([-–]?)(\))?$/.exec(plain)) || [];
  if (digits === undefined || Boolean(open) !== Boolean(close)) return null;
  const signs = `${open ?? ''}${before}${behind}`;
  if (signs.length > 1) return null;
  const isPlain = /^(\d+\.?\d*|\.\d+)$/.test(digits);
  const values = new Set(
    (isPlain ? [digits] : [read(digits, POINT), read(digits, COMMA)]).filter((one) => one !== null),
  );
  if (values.size !== 1) return null;
  return (/[(–-]/.test(signs) ? '-' : '') + [...values][0];
}

/** @param {string} digits @param {Signs} signs @returns {string | null} */
function read(digits, { decimal, group }) {
  const [whole, fraction = '', ...more] = digits.split(decimal);
  if (more.length > 0 || !/^\d*$/.test(fraction)) return null;
  const joined = /^\d*$/.test(whole) ? whole : join(whole, [group, ...OTHER_GROUPS]);
  if (joined === null || joined + fraction === '') return null;
  return fraction === '' ? joined : `${joined || '0'}.${fraction}`;
}

/** Groups of three, all with the same sign between them; 12,34,567 in India. @param {string} whole @param {string[]} groups */
function join(whole, groups) {
  const sign = groups.find((one) => whole.includes(one));
  const [first, ...rest] = sign ? whole.split(sign) : [whole];
  const isGrouped = /^[1-9]\d{0,2}$/.test(first) && rest.every((part) => /^\d{3}$/.test(part));
  const isIndian = sign === ',' && /^[1-9]\d?(,\d{2})+,\d{3}$/.test(whole);
  return isGrouped || isIndian ? first + rest.join('') : null;
}

/** Where the digits of other scripts begin: Arabic, Persian, Devanagari, Bengali, Gujarati, Tamil, Thai, Khmer and others. */
const ZEROS = [
  ...[0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66],
  ...[0xe50, 0xed0, 0xf20, 0x1040, 0x17e0, 0x1810],
];
const OTHER_DIGIT = new RegExp(
  `[${ZEROS.map((zero) => `${String.fromCharCode(zero)}-${String.fromCharCode(zero + 9)}`).join('')}]`,
  'g',
);

/**
 * A text with European digits and signs, and without marks of direction: ٣١/١٢/٢٠٢٦ is 31/12/2026, and １２．５ is 12.5.
 *
 * @param {string} text
 */
export const latinDigits = (text) =>
  text
    .replace(OTHER_DIGIT, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - Number(ZEROS.findLast((zero) => zero <= code)));
    })
    // Full width, as East Asian keyboards write.
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u061c\u200b\u200e\u200f\u2060\u2066-\u2069\ufeff]/g, '')
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replaceAll('\u066a', '%')
    .replace(/[\u2212\ufe63\u2010\u2011]/g, '-');
