/** @import { FunctionDefinition, Overload } from '../types.d.ts' */
import { decimalOf, divide, floor, multiply, ONE, round } from '../values/decimal.js';

const HUNDRED = 100n * ONE;
const WHOLE = /^[ \t\n\r]*([+-]?\d{1,30})[ \t\n\r]*$/;
const NUMBER = /^[ \t\n\r]*([+-]?\d{1,30}(\.\d{1,30})?)[ \t\n\r]*$/;

/** @type {readonly FunctionDefinition[]} */
export const numberFunctions = [
  {
    name: 'abs',
    help: 'fn.abs',
    method: false,
    overloads: [
      { id: 'abs.int', params: ['int'], result: 'int', run: ([a]) => (a < 0n ? -a : a) },
      { id: 'abs.decimal', params: ['decimal'], result: 'decimal', run: ([a]) => (a < 0n ? -a : a) },
    ],
  },
  {
    name: 'round',
    help: 'fn.round',
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
    help: 'fn.floor',
    method: false,
    overloads: [{ id: 'floor.decimal', params: ['decimal'], result: 'int', run: ([a]) => floor(a) }],
  },
  {
    name: 'ceil',
    help: 'fn.ceil',
    method: false,
    overloads: [{ id: 'ceil.decimal', params: ['decimal'], result: 'int', run: ([a]) => -floor(0n - a) }],
  },
  {
    name: 'sign',
    help: 'fn.sign',
    method: false,
    overloads: [
      { id: 'sign.int', params: ['int'], result: 'int', run: ([a]) => signOf(a) },
      { id: 'sign.decimal', params: ['decimal'], result: 'int', run: ([a]) => signOf(a) },
    ],
  },
  {
    name: 'roundTo',
    help: 'fn.roundTo',
    method: false,
    overloads: [
      { id: 'roundTo.decimal', params: ['decimal', 'decimal'], result: 'decimal', run: ([a, step]) => toStep(a, step) },
    ],
  },
  {
    name: 'percentOf',
    help: 'fn.percentOf',
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
    help: 'fn.addPercent',
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
    help: 'fn.withoutPercent',
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
    help: 'fn.share',
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
    help: 'fn.min',
    method: false,
    overloads: ofTwo('min', (a, b) => (a <= b ? a : b)),
  },
  { name: 'max', help: 'fn.max', method: false, overloads: ofTwo('max', (a, b) => (a >= b ? a : b)) },
  {
    name: 'int',
    help: 'fn.int',
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
    help: 'fn.number',
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
