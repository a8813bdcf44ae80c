import { AppError, phrase } from '@plinth/plugin';

const LONGEST = 100;

/**
 * A value that an expression should convert and can't.
 *
 * @param {string} name of the function: int, number @param {string} value as it is written
 */
export function notConvertible(name, value) {
  const shown = value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
  const message =
    name === 'int' ? phrase`“${shown}” is not a whole number` : phrase`“${shown}” is not a number, or too large`;
  return new AppError('VALUE_NOT_CONVERTIBLE', message, {
    status: 422,
    hint: 'Correct the value, or check it in the expression first',
    details: { value: shown },
  });
}

/**
 * For `env.fail` where an empty value would hide what went wrong: a step would report that all is done.
 *
 * @param {import('@plinth/expressions').Overload} overload @param {unknown} value
 */
export function failOn({ id }, value) {
  throw notConvertible(id.split('.')[0], typeof value === 'string' ? value : JSON.stringify(value));
}
