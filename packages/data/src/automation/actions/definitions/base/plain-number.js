/** A number as it is written in an expression: by its author, or as the value of a workflow's variable. */
const NUMERAL = /^\(?-?\d+(\.\d+)?\)?$/;

/**
 * A number literal of an expression stays a number. Other decimals are text, so that no digit is lost, and so are
 * numbers with more digits than a JavaScript number holds.
 *
 * @param {string} source @param {unknown} value what the expression results in
 * @returns {unknown}
 */
export function plainNumber(source, value) {
  if (typeof value !== 'string' || !NUMERAL.test(source.trim())) return value;
  const number = Number(value);
  return String(number) === value ? number : value;
}

/**
 * Values of expressions with plain numbers as numbers.
 *
 * @param {(sources: readonly string[]) => Promise<unknown[]>} evaluate @returns {typeof evaluate}
 */
export const withPlainNumbers = (evaluate) => async (sources) =>
  (await evaluate(sources)).map((value, i) => plainNumber(sources[i], value));
