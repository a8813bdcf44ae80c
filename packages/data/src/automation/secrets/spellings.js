/** The spellings of a secret in answers, as one pattern each. */

/** Shorter ones would be found in texts that have nothing to do with them. */
export const SHORTEST = 6;
/** Mails and headers break long lines; in JSON the break is written out. */
const BREAK = '(?:=?\\r?\\n[\\t ]*|(?:\\\\{1,4}r)?\\\\{1,4}n[\\t ]*)?';
const NAMED = /** @type {Readonly<Record<string, string>>} */ ({
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
});

/** @param {string} value @returns {RegExp | null} null: it is too short to be told from other texts */
export function spellingsOf(value) {
  if (value.length < SHORTEST) return null;
  const bytes = Buffer.from(value);
  const plain = (value.match(/\\+|[^]/gu) ?? [])
    .map((one) => (one[0] === '\\' ? backslashes(one.length) : letter(one)))
    .join(BREAK);
  const hex = [...bytes.toString('hex')].map(anyCase);
  const pairs = hex.flatMap((digit, i) => (i % 2 === 0 ? [digit + hex[i + 1]] : []));
  const others = [
    pairs.join(`(?:[:\\s-]|\\\\x|0x|, ?)?${BREAK}`),
    ...[0, 1, 2].map((before) => base64From(bytes, before)),
  ];
  return new RegExp([plain, ...others.filter(Boolean)].join('|'), 'g');
}

/**
 * So many backslashes in a row, each written as up to sixteen. One by one, they could be divided in so many ways that a
 * text of backslashes would be read for minutes.
 *
 * @param {number} count
 */
function backslashes(count) {
  const others = ['%(?:25)*5[cC]', '=5[cC]', '\\\\{1,4}u005[cC]', '&#0*92;', '&#[xX]0*5[cC];'];
  return `(?:\\\\{${count},${count * 16}}|${others.map((one) => `(?:${one}){${count}}`).join('|')})`;
}

/** One letter as it is, in an address, in JSON, in HTML or in a mail. @param {string} one */
function letter(one) {
  const bytes = [...Buffer.from(one)].map((byte) => [...byte.toString(16).padStart(2, '0')].map(anyCase).join(''));
  const units = [...one.split('')].map((unit) =>
    [...unit.charCodeAt(0).toString(16).padStart(4, '0')].map(anyCase).join(''),
  );
  const code = Number(one.codePointAt(0));
  const digits = [...code.toString(16)].map(anyCase).join('');
  const all = [
    ...[escaped(one), `\\\\{1,4}${escaped(one)}`],
    // Percent signs that were encoded once more are %25.
    ...[bytes.map((byte) => `%(?:25)*${byte}`).join(BREAK), bytes.map((byte) => `=${byte}`).join(BREAK)],
    ...[units.map((unit) => `\\\\{1,4}u${unit}`).join(BREAK), `&#0*${code};`],
    ...[`&#[xX]0*${digits};`, `\\\\{1,4}u\\{0*${digits}\\}`, bytes.map((byte) => `\\\\{1,4}x${byte}`).join(BREAK)],
    ...(code < 256 ? [`\\\\{1,4}x${digits.padStart(2, '0')}`] : []),
    ...(NAMED[one] ? [`&${NAMED[one]};`] : []),
    ...(one === ' ' ? ['\\+'] : []),
  ];
  return `(?:${all.join('|')})`;
}

/** @param {Buffer} bytes @param {number} before */
function base64From(bytes, before) {
  const letters = [...base64Core(bytes, before)].map((one) =>
    one === '-' ? '(?:[-+]|%2[bB])' : one === '_' ? '(?:[_/]|\\\\{1,4}/|%2[fF])' : one,
  );
  return letters.length < SHORTEST ? '' : `[\\w+/-]?${letters.join(BREAK)}[\\w+/-]?={0,2}`;
}

/**
 * What is the same of base64 wherever the secret stands in what was encoded, such as "user:secret".
 *
 * @param {Buffer} bytes @param {number} before bytes ahead of it, up to a multiple of three
 */
export function base64Core(bytes, before) {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

/** @param {string} digit of a hexadecimal number */
const anyCase = (digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit);

/** @param {string} text */
const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
