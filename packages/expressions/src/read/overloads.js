/** @import { Check } from './check.js' */
/** @import { Tree, Type, TypeName, Overload } from '../types.d.ts' */
import { joinPhrases, phrase } from '@plinth/plugin';
import { byName } from '../functions/index.js';
import { toJson } from '../values/values.js';
import { typeName } from './errors.js';
import { convert, localMoment } from './types.js';

/**
 * Resolves the call of a function: the first overload that fits directly, otherwise the first that fits after
 * converting whole numbers to decimals and text literals to dates.
 *
 * @param {string} name @param {Tree[]} args @param {{ start: number, end: number }} span @param {Check} check
 * @returns {Tree}
 */
export function chooseOverload(name, args, span, check) {
  const { overloads } = /** @type {import('../types.d.ts').FunctionDefinition} */ (byName.get(name));
  const exact = overloads.find((overload) => fits(overload, args));
  if (exact) return call(exact, args, span, check);
  for (const overload of overloads) {
    const converted = convertAll(overload, args);
    if (converted) return call(overload, converted, span, check);
  }
  const found = joinPhrases(args.map(({ type }) => typeName(type)));
  const wanted = joinPhrases(
    overloads.map(({ params }) => phrase`(${joinPhrases(params.map(typeName))})`),
    ' / ',
  );
  const sign = name.replace('_', '');
  throw check.fail(
    span,
    phrase`"${sign}" can't be used with ${found}`,
    hintFor(name, args) ?? phrase`Expected: ${wanted}`,
  );
}

/** @param {string} name @param {Tree[]} args */
function hintFor(name, args) {
  const types = args.map(({ type }) => type.name);
  if (name === '+' && types.includes('text'))
    return 'Use string() to turn other values into text: string(row.points) + " EUR"';
  if (['+', '-'].includes(name) && types.includes('date') && types.includes('duration'))
    return 'To move a date, add a number of days: row.due + 7';
  if (name === '-' && types.includes('date') && types.includes('moment'))
    return 'Use date() to get the date of a date and time: date(now) - row.due';
  if (name === '+' && types.includes('list')) return 'Lists can\'t be joined. Check each one: "a" in x || "a" in y';
  if (name === 'join' && types[0] === 'list') return 'Only lists of text can be joined';
  if (name === 'contains' && types[0] === 'list') return 'To look for an entry in a list, use "in": "a" in row.tags';
  return undefined;
}

/** @param {Overload} overload @param {Tree[]} args */
function fits({ params, entries }, args) {
  const isOne = (/** @type {Type} */ type, /** @type {TypeName} */ param) =>
    type.name === param && (type.name !== 'list' || !entries || entries.includes(type.of.name));
  return params.length === args.length && params.every((param, index) => isOne(args[index].type, param));
}

/** @param {Overload} overload @param {Tree[]} args @returns {Tree[] | null} */
function convertAll({ params }, args) {
  if (params.length !== args.length) return null;
  const converted = params.map((param, index) => (param === 'list' ? null : convert(args[index], typeOf(param))));
  return converted.every((tree) => tree !== null) ? converted : null;
}

/**
 * @param {Overload} overload @param {Tree[]} args @param {{ start: number, end: number }} span @param {Check} check
 * @returns {Tree}
 */
function call({ id, result, literal, run }, args, span, check) {
  const type = typeOf(result);
  if (!literal) return { op: 'call', name: id, args, type };
  const [arg] = args;
  const value = arg.op === 'value' ? toJson(run([arg.value], NOWHERE), type) : null;
  if (value !== null) return { op: 'value', type, value: String(value) };
  const local = type.name === 'moment' && arg.op === 'value' ? localMoment(String(arg.value)) : null;
  if (local) return local;
  throw check.fail(span, phrase`expected a ${typeName(type)} as text in quotation marks`, SPELLED[type.name]);
}

/** How literals are written. @type {Readonly<Record<string, string>>} */
const SPELLED = Object.freeze({
  date: 'For example: date("2026-11-21"), with year, month and day',
  moment: 'For example: timestamp("2026-11-21T15:30"), or with a time zone: timestamp("2026-11-21T15:30:00Z")',
  time: 'For example: time("15:30")',
  duration: 'For example: duration("1d2h30m"), with d, h, m, s, ms and us',
});

/** A value computed from literals depends on nothing. @type {import('../types.d.ts').Env} */
const NOWHERE = { row: null, user: { id: null, roles: [], signedIn: false }, now: 0n, today: 0, timeZone: 'UTC' };

/** @param {TypeName} name @returns {Type} */
const typeOf = (name) => /** @type {Type} */ ({ name });
