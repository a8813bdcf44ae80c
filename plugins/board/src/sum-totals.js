/**
 * The sum of totals, to the last digit: exact numbers come as texts.
 *
 * @param {readonly unknown[]} totals @returns {number | string | null} null: there are none
 */
export function sumTotals(totals) {
  const known = totals.filter((total) => total !== null && total !== undefined);
  if (known.length === 0) return null;
  if (known.every((total) => typeof total === 'number')) return known.reduce((sum, total) => sum + total, 0);
  const texts = known.map(String);
  const decimals = Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0));
  const whole = texts.reduce((sum, text) => sum + scaled(text, decimals), 0n);
  const digits = String(whole < 0n ? -whole : whole).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  return `${whole < 0n ? '-' : ''}${digits.slice(0, at)}${decimals > 0 ? `.${digits.slice(at)}` : ''}`;
}

/** @param {string} text @param {number} decimals */
function scaled(text, decimals) {
  const [whole, rest = ''] = text.split('.');
  return BigInt(whole + rest.padEnd(decimals, '0'));
}
