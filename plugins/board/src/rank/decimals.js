/** Exact decimal numbers as text, such as "12.5", calculated as whole numbers of a common number of decimals. */

const FORM = /^-?\d+(\.\d+)?$/;

/** Decimals after the point. @param {string} text */
export const decimalsOf = (text) => (text.split('.')[1] ?? '').length;

/** @param {string} text a decimal number @param {number} decimals at least its own @returns {bigint} */
export function scaled(text, decimals) {
  if (!FORM.test(text)) throw new TypeError(`"${text}" is no decimal number`);
  const [whole, part = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + part.padEnd(decimals, '0'));
  return text.startsWith('-') ? -value : value;
}

/** @param {bigint} value @param {number} decimals @returns {string} without zeros at the end */
export function unscaled(value, decimals) {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const text = part === '' ? whole : `${whole}.${part}`;
  return value < 0n && text !== '0' ? `-${text}` : text;
}

/** Negative: a is less than b. @param {string} a @param {string} b */
export function compare(a, b) {
  const decimals = Math.max(decimalsOf(a), decimalsOf(b));
  const difference = scaled(a, decimals) - scaled(b, decimals);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
