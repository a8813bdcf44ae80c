import { pathText, pathsIn, replacePaths } from '@plinth/expressions';

/** What a run carries, by the names that expressions know it by. @typedef {Readonly<Record<string, any>>} Carried */

/**
 * An expression with the values of the run as literals, so that the database can evaluate it like any other.
 *
 * @param {string} source @param {Carried} carried
 * @returns {string}
 */
export const withLiterals = (source, carried) =>
  replacePaths(source, ({ root, steps }) =>
    steps.length > 0 && Object.hasOwn(carried, root) ? literal(valueAt(carried[root], steps)) : undefined,
  );

/** The paths of a name in an expression, such as `.customer.name` of `about`. @param {string} source @param {string} name */
export const pathsOf = (source, name) =>
  pathsIn(source).flatMap(({ root, steps }) => (root === name && steps.length > 0 ? [pathText('', steps)] : []));

/** A name in an expression as another one. @param {string} source @param {string} from @param {string} to */
export const renamedIn = (source, from, to) =>
  replacePaths(source, ({ root, steps }) => (root === from ? pathText(to, steps) : undefined));

/** @param {any} of @param {readonly string[]} steps */
function valueAt(of, steps) {
  if (of instanceof Paths) return of.get(pathText('', steps));
  let value = of;
  for (const key of steps)
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? value[key] : null;
  return value;
}

/** Values by whole path. @extends {Map<string, unknown>} */
export class Paths extends Map {}

/** A date or moment. */
export class Typed {
  /** @param {'date' | 'timestamp' | 'time' | 'duration'} type @param {string} text */
  constructor(type, text) {
    this.type = type;
    this.text = text;
  }
}

/** A number that is never rounded. */
export class Exact {
  /** @param {string} text digits, with at most one point */
  constructor(text) {
    this.text = text;
  }
}

/** @param {unknown} value @returns {string} */
function literal(value) {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Typed) return `${value.type}(${text(value.text)})`;
  if (value instanceof Exact) return signed(value.text);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return signed(decimal(value));
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return text(JSON.stringify(value));
}

/** @param {number} value of JSON */
const decimal = (value) => (Number.isSafeInteger(value) ? `${value}.0` : value.toFixed(12));

/** @param {string} digits */
const signed = (digits) => (digits.startsWith('-') ? `(${digits})` : digits);

/** As CEL writes it. @param {string} value */
const text = (value) => JSON.stringify(value.toWellFormed().replaceAll('\0', ''));
