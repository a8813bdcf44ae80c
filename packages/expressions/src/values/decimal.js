/**
 * Decimal numbers as whole numbers of 10^-12: exact, and equal to PostgreSQL's numeric truncated after twelve digits.
 * Products and quotients are truncated towards zero, like trunc() and div().
 */
export const DIGITS = 12;
export const ONE = 10n ** BigInt(DIGITS);
const NUMBER = /^([+-]?)(\d{1,400})(?:\.(\d{1,400}))?(?:e([+-]?\d{1,3}))?$/i;

/** @param {string} text @returns {bigint | null} null if it is not a number */
export function decimalOf(text) {
  const match = NUMBER.exec(text);
  if (!match) return null;
  const [, sign, whole, part = '', power = '0'] = match;
  const shift = Number(power) + DIGITS - part.length;
  const digits = BigInt(whole + part);
  const units = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
  return sign === '-' ? -units : units;
}

/** The shortest text: 1.50 is 1.5 and 2.0 is 2. @param {bigint} units */
export function decimalText(units) {
  const digits = (units < 0n ? -units : units).toString().padStart(DIGITS + 1, '0');
  const part = digits.slice(-DIGITS).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -DIGITS)}${part && `.${part}`}`;
}

/** @param {bigint} a @param {bigint} b */
export const multiply = (a, b) => (a * b) / ONE;

/** @param {bigint} a @param {bigint} b @returns {bigint | null} */
export const divide = (a, b) => (b === 0n ? null : (a * ONE) / b);

/** Half away from zero, as PostgreSQL rounds. @param {bigint} units @param {bigint} digits 0 to 12 kept */
export function round(units, digits) {
  if (digits >= BigInt(DIGITS)) return units;
  const step = 10n ** (BigInt(DIGITS) - digits);
  const half = units < 0n ? -step / 2n : step / 2n;
  return ((units + half) / step) * step;
}

/** The largest whole number that is not greater. @param {bigint} units */
export function floor(units) {
  const whole = units / ONE;
  return units < 0n && whole * ONE !== units ? whole - 1n : whole;
}
