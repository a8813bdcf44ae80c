/** @import { FunctionDefinition } from '../types.d.ts' */
import { addDuration } from './moments.js';
import { dayInRange } from '../values/calendar.js';
import { divide, multiply, ONE } from '../values/decimal.js';
import { cut } from '../values/long-texts.js';

/**
 * The operators. Nothing fails: without a result (a division by zero, a date after the year 9999) the value is empty.
 *
 * @type {readonly FunctionDefinition[]}
 */
export const operatorFunctions = [
  {
    name: '+',
    help: 'Adds numbers, joins texts, moves a date or a moment',
    method: false,
    overloads: [
      { id: 'add.int', params: ['int', 'int'], result: 'int', run: ([a, b]) => a + b },
      { id: 'add.decimal', params: ['decimal', 'decimal'], result: 'decimal', run: ([a, b]) => a + b },
      // An empty text is joined as nothing, so that a name without a middle name is still a name.
      {
        id: 'add.text',
        params: ['text', 'text'],
        result: 'text',
        total: true,
        run: ([a, b]) => cut((a ?? '') + (b ?? '')),
      },
      { id: 'add.date', params: ['date', 'int'], result: 'date', run: ([day, days]) => moveDay(day, days) },
      { id: 'add.moment', params: ['moment', 'duration'], result: 'moment', run: ([a, b]) => addDuration(a, b) },
      { id: 'add.duration', params: ['duration', 'duration'], result: 'duration', run: ([a, b]) => a + b },
    ],
  },
  {
    name: '-',
    help: 'Subtracts numbers; between two dates: the days; between two moments: the duration',
    method: false,
    overloads: [
      { id: 'subtract.int', params: ['int', 'int'], result: 'int', run: ([a, b]) => a - b },
      { id: 'subtract.decimal', params: ['decimal', 'decimal'], result: 'decimal', run: ([a, b]) => a - b },
      { id: 'subtract.date', params: ['date', 'int'], result: 'date', run: ([day, days]) => moveDay(day, 0n - days) },
      { id: 'subtract.dates', params: ['date', 'date'], result: 'int', run: ([a, b]) => BigInt(a - b) },
      {
        id: 'subtract.moment',
        params: ['moment', 'duration'],
        result: 'moment',
        run: ([a, b]) => addDuration(a, 0n - b),
      },
      { id: 'subtract.moments', params: ['moment', 'moment'], result: 'duration', run: ([a, b]) => a - b },
      { id: 'subtract.duration', params: ['duration', 'duration'], result: 'duration', run: ([a, b]) => a - b },
    ],
  },
  {
    name: '*',
    help: 'Multiplies',
    method: false,
    overloads: [
      { id: 'multiply.int', params: ['int', 'int'], result: 'int', run: ([a, b]) => a * b },
      { id: 'multiply.decimal', params: ['decimal', 'decimal'], result: 'decimal', run: ([a, b]) => multiply(a, b) },
    ],
  },
  {
    name: '/',
    help: 'Divides; whole numbers give a whole number (7 / 2 is 3, 7 / 2.0 is 3.5), by zero gives nothing',
    method: false,
    overloads: [
      { id: 'divide.int', params: ['int', 'int'], result: 'int', run: ([a, b]) => (b === 0n ? null : a / b) },
      { id: 'divide.decimal', params: ['decimal', 'decimal'], result: 'decimal', run: ([a, b]) => divide(a, b) },
    ],
  },
  {
    name: '%',
    help: 'The rest of a division',
    method: false,
    overloads: [
      { id: 'modulo.int', params: ['int', 'int'], result: 'int', run: ([a, b]) => (b === 0n ? null : a % b) },
    ],
  },
  {
    name: '-_',
    help: 'The negative number',
    method: false,
    overloads: [
      { id: 'negate.int', params: ['int'], result: 'int', run: ([a]) => -a },
      { id: 'negate.decimal', params: ['decimal'], result: 'decimal', run: ([a]) => -a },
      { id: 'negate.duration', params: ['duration'], result: 'duration', run: ([a]) => -a },
    ],
  },
  {
    name: 'as decimal',
    help: 'A whole number where a decimal one is wanted',
    method: false,
    overloads: [{ id: 'decimal.int', params: ['int'], result: 'decimal', run: ([a]) => a * ONE }],
  },
];

/** @param {number} day @param {bigint} days */
function moveDay(day, days) {
  return days > -10_000_000n && days < 10_000_000n ? dayInRange(day + Number(days)) : null;
}
