/** @import { FunctionDefinition, Overload } from '../types.d.ts' */
import { decimalOf, divide, floor, multiply, ONE, round } from '../values/decimal.js';

const HUNDRED = 100n * ONE;
const WHOLE = /^[ \t\n\r]*([+-]?\d{1,30})[ \t\n\r]*$/;
const NUMBER = /^[ \t\n\r]*([+-]?\d{1,30}(\.\d{1,30})?)[ \t\n\r]*$/;

/** @type {readonly FunctionDefinition[]} */
export const numberFunctions = [
  {
    name: 'abs',
    help: 'The absolute value of a number',
    method: false,
    overloads: [
      { id: 'abs.int', params: ['int'], result: 'int', run: ([a]) => (a < 0n ? -a : a) },
      { id: 'abs.decimal', params: ['decimal'], result: 'decimal', run: ([a]) => (a < 0n ? -a : a) },
    ],
  },
  {
    name: 'round',
    help: 'Rounds to a whole number, or to a number of decimals: round(row.price, 2)',
    method: false,
    overloads: [
      { id: 'round.whole', params: ['decimal'], result: 'int', run: ([a]) => round(a, 0n) / ONE },
      {
        id: 'round.decimals',
        params: ['decimal', 'int'],
        result: 'decimal',
        run: ([a, digits]) => (digits < 0n || digits > 12n ? null : round(a, digits)),
      },
    ],
  },
  {
    name: 'floor',
    help: 'Rounds down to a whole number',
    method: false,
    overloads: [{ id: 'floor.decimal', params: ['decimal'], result: 'int', run: ([a]) => floor(a) }],
  },
  {
    name: 'ceil',
    help: 'Rounds up to a whole number',
    method: false,
    overloads: [{ id: 'ceil.decimal', params: ['decimal'], result: 'int', run: ([a]) => -floor(0n - a) }],
  },
  {
    name: 'sign',
    help: '-1, 0 or 1, depending on whether a number is negative, zero or positive',
    method: false,
    overloads: [
      { id: 'sign.int', params: ['int'], result: 'int', run: ([a]) => signOf(a) },
      { id: 'sign.decimal', params: ['decimal'], result: 'int', run: ([a]) => signOf(a) },
    ],
  },
  {
    name: 'roundTo',
    help: 'Rounds to the nearest multiple: roundTo(row.price, 0.05)',
    method: false,
    overloads: [
      { id: 'roundTo.decimal', params: ['decimal', 'decimal'], result: 'decimal', run: ([a, step]) => toStep(a, step) },
    ],
  },
  {
    name: 'percentOf',
    help: 'A percentage of an amount: percentOf(row.net, 19) is 19 percent',
    method: false,
    overloads: [
      {
        id: 'percentOf.decimal',
        params: ['decimal', 'decimal'],
        result: 'decimal',
        run: ([a, rate]) => divide(multiply(a, rate), HUNDRED),
      },
    ],
  },
  {
    name: 'addPercent',
    help: 'An amount plus a percentage: addPercent(row.net, 19) is the gross amount',
    method: false,
    overloads: [
      {
        id: 'addPercent.decimal',
        params: ['decimal', 'decimal'],
        result: 'decimal',
        run: ([a, rate]) => divide(multiply(a, HUNDRED + rate), HUNDRED),
      },
    ],
  },
  {
    name: 'withoutPercent',
    help: 'The amount before a percentage was added: withoutPercent(row.gross, 19) is the net amount',
    method: false,
    overloads: [
      {
        id: 'withoutPercent.decimal',
        params: ['decimal', 'decimal'],
        result: 'decimal',
        run: ([a, rate]) => divide(multiply(a, HUNDRED), HUNDRED + rate),
      },
    ],
  },
  {
    name: 'share',
    help: 'A part as a percentage of the whole: share(row.paid, row.total)',
    method: false,
    overloads: [
      {
        id: 'share.decimal',
        params: ['decimal', 'decimal'],
        result: 'decimal',
        run: ([a, whole]) => divide(multiply(a, HUNDRED), whole),
      },
    ],
  },
  {
    name: 'min',
    help: 'The smaller of two values',
    method: false,
    overloads: ofTwo('min', (a, b) => (a <= b ? a : b)),
  },
  { name: 'max', help: 'The larger of two values', method: false, overloads: ofTwo('max', (a, b) => (a >= b ? a : b)) },
  {
    name: 'int',
    help: 'A whole number: drops the decimals, or reads a text; empty if the text is not a number',
    method: false,
    overloads: [
      { id: 'int.int', params: ['int'], result: 'int', run: ([a]) => a },
      { id: 'int.decimal', params: ['decimal'], result: 'int', run: ([a]) => a / ONE },
      { id: 'int.text', params: ['text'], result: 'int', converts: true, run: ([a]) => wholeOf(a) },
      { id: 'int.json', params: ['json'], result: 'int', converts: true, run: ([a]) => wholeInJson(a) },
    ],
  },
  {
    name: 'number',
    help: 'A decimal number, also from a text; empty if the text is not a number',
    method: false,
    overloads: [
      { id: 'number.decimal', params: ['decimal'], result: 'decimal', run: ([a]) => a },
      { id: 'number.text', params: ['text'], result: 'decimal', converts: true, run: ([a]) => numberOf(a) },
      { id: 'number.json', params: ['json'], result: 'decimal', converts: true, run: ([a]) => numberInJson(a) },
    ],
  },
];

/** @param {string} text @returns {bigint | null} */
function wholeOf(text) {
  const [, whole] = WHOLE.exec(text) ?? [];
  return whole === undefined ? null : BigInt(whole.replace('+', ''));
}

/** @param {string} text @returns {bigint | null} */
const numberOf = (text) => decimalOf(NUMBER.exec(text)?.[1] ?? '');

/** JSON has numbers of its own, but programs often write them as texts. @param {unknown} json @returns {bigint | null} */
function wholeInJson(json) {
  if (typeof json === 'string') return wholeOf(json);
  const number = numberInJson(json);
  return number === null ? null : number / ONE;
}

/** @param {unknown} json @returns {bigint | null} */
function numberInJson(json) {
  if (typeof json === 'string') return numberOf(json);
  return typeof json === 'number' && Math.abs(json) < 1e30 ? decimalOf(String(json)) : null;
}

/** @param {string} name @param {(a: any, b: any) => unknown} run @returns {Overload[]} */
function ofTwo(name, run) {
  return /** @type {const} */ (['int', 'decimal', 'date', 'moment', 'time', 'duration']).map((type) => ({
    id: `${name}.${type}`,
    params: [type, type],
    result: type,
    run: ([a, b]) => run(a, b),
  }));
}

/** @param {bigint} number */
const signOf = (number) => (number > 0n ? 1n : number < 0n ? -1n : 0n);

/** @param {bigint} number @param {bigint} step */
function toStep(number, step) {
  const times = divide(number, step);
  return times === null ? null : multiply(round(times, 0n), step);
}
