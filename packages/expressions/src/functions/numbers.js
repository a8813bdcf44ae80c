/** @import { FunctionDefinition, Overload } from '../types.d.ts' */
import { decimalOf, floor, ONE, round } from '../run/decimal.js';

const WHOLE = /^[+-]?\d{1,30}$/;
const NUMBER = /^[+-]?\d{1,30}(\.\d{1,30})?$/;

/** @type {readonly FunctionDefinition[]} */
export const numberFunctions = [
  {
    name: 'abs',
    help: 'The number without its sign',
    method: false,
    overloads: [
      { id: 'abs.int', params: ['int'], result: 'int', run: ([a]) => (a < 0n ? -a : a) },
      { id: 'abs.decimal', params: ['decimal'], result: 'decimal', run: ([a]) => (a < 0n ? -a : a) },
    ],
  },
  {
    name: 'round',
    help: 'Rounds to a whole number, or to so many decimals: round(row.price, 2)',
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
    help: 'The largest whole number that is not larger',
    method: false,
    overloads: [{ id: 'floor.decimal', params: ['decimal'], result: 'int', run: ([a]) => floor(a) }],
  },
  {
    name: 'ceil',
    help: 'The smallest whole number that is not smaller',
    method: false,
    overloads: [{ id: 'ceil.decimal', params: ['decimal'], result: 'int', run: ([a]) => -floor(0n - a) }],
  },
  { name: 'min', help: 'The smaller of two', method: false, overloads: ofTwo('min', (a, b) => (a <= b ? a : b)) },
  { name: 'max', help: 'The larger of two', method: false, overloads: ofTwo('max', (a, b) => (a >= b ? a : b)) },
  {
    name: 'int',
    help: 'A whole number: cuts the decimals off, or reads a text; empty where it is none',
    method: false,
    overloads: [
      { id: 'int.int', params: ['int'], result: 'int', run: ([a]) => a },
      { id: 'int.decimal', params: ['decimal'], result: 'int', run: ([a]) => a / ONE },
      {
        id: 'int.text',
        params: ['text'],
        result: 'int',
        run: ([a]) => (WHOLE.test(a) ? BigInt(a.replace('+', '')) : null),
      },
    ],
  },
  {
    name: 'number',
    help: 'A decimal number, also of a text; empty where it is none',
    method: false,
    overloads: [
      { id: 'number.decimal', params: ['decimal'], result: 'decimal', run: ([a]) => a },
      { id: 'number.text', params: ['text'], result: 'decimal', run: ([a]) => (NUMBER.test(a) ? decimalOf(a) : null) },
    ],
  },
];

/** @param {string} name @param {(a: any, b: any) => any} run @returns {Overload[]} */
function ofTwo(name, run) {
  return /** @type {const} */ (['int', 'decimal', 'date', 'moment']).map((type) => ({
    id: `${name}.${type}`,
    params: [type, type],
    result: type,
    run: ([a, b]) => run(a, b),
  }));
}
