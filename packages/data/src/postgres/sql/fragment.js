/** @import { Values } from '@plinth/plugin' */
import { quoteIdentifier } from './quote.js';

/** A value that a statement gets when it runs: compiled once, bound often. */
export class Param {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }
}

/** Stands among what a statement reads for the time: when its answer changes no table tells. */
export const CLOCK = '(clock)';

/** @type {readonly string[]} */
const NOTHING = Object.freeze([]);

/**
 * A piece of SQL: texts around values. `texts` is one longer than `values`; `reads` names what `tableNamed` and `clock` brought in
 * ("app.orders"), so that who caches an answer knows what it was made of. Made by the functions of this file alone, so that a
 * text from outside can only be a value or a quoted identifier.
 */
export class Fragment {
  /** @param {readonly string[]} texts @param {readonly unknown[]} values @param {readonly string[]} [reads] */
  constructor(texts, values, reads = NOTHING) {
    this.texts = texts;
    this.values = values;
    this.reads = reads;
  }
}

/** Nothing, for parts of a statement that are left out. */
export const empty = new Fragment([''], []);

/**
 * Tagged template: fragments are joined in, everything else becomes a bound value.
 *
 * @example sql`select ${ident('a')} from ${ident('app', 'books')} where id = ${7}`
 * @param {TemplateStringsArray} strings @param {...unknown} parts
 */
export function sql(strings, ...parts) {
  const texts = [strings[0]];
  /** @type {unknown[]} */
  const values = [];
  let reads = NOTHING;
  for (const [i, part] of parts.entries()) {
    if (part instanceof Fragment) reads = append(texts, values, reads, part);
    else append(texts, values, reads, new Fragment(['', ''], [part]));
    texts[texts.length - 1] += strings[i + 1];
  }
  return new Fragment(texts, values, reads);
}

/** A quoted name: ident('app', 'books') gives "app"."books". @param {...string} names */
export function ident(...names) {
  return new Fragment([names.map(quoteIdentifier).join('.')], []);
}

/** A table of ours, which the statement reads: tableNamed("app", "books") gives "app"."books". @param {'app' | 'plinth'} schema @param {string} name */
export function tableNamed(schema, name) {
  return new Fragment([`${quoteIdentifier(schema)}.${quoteIdentifier(name)}`], [], [`${schema}.${name}`]);
}

/** When the statement runs. */
export const clock = new Fragment(['statement_timestamp()'], [], [CLOCK]);

/** No text, but what is read by a function that the statement calls. @param {readonly string[]} names */
export function readsToo(names) {
  return new Fragment([''], [], names);
}

/** SQL that our own code spells out, such as a type name or `desc`. Never a text from outside. @param {string} text */
export function fixed(text) {
  return new Fragment([text], []);
}

/**
 * A whole number that our own code spells out, such as a limit. Any other would be read as the name of a column (NaN, undefined).
 *
 * @param {number | bigint} number
 */
export function whole(number) {
  if (typeof number !== 'bigint' && !Number.isSafeInteger(number)) throw new TypeError(`${number} is no whole number`);
  return fixed(String(number));
}

/** @param {readonly Fragment[]} fragments @param {string} [separator] */
export function join(fragments, separator = ', ') {
  const texts = [''];
  /** @type {unknown[]} */
  const values = [];
  let reads = NOTHING;
  for (const [i, fragment] of fragments.entries()) {
    if (i > 0) texts[texts.length - 1] += separator;
    reads = append(texts, values, reads, fragment);
  }
  return new Fragment(texts, values, reads);
}

/** A value that comes when the statement runs. @param {string} name */
export function param(name) {
  return new Fragment(['', ''], [slot(name)]);
}

/**
 * The same as a plain value, for builders of knex: `.where('id', slot('id'))`. They pass it through to `prepare()`.
 *
 * @param {string} name @returns {Values} no value yet, so of whatever type the place wants
 */
export function slot(name) {
  return new Param(name);
}

/**
 * The same with something else in the place of a parameter, such as a column that holds one value a row.
 *
 * @param {Fragment} fragment @param {string} name of the parameter @param {Fragment} instead
 */
export function withParam(fragment, name, instead) {
  const texts = [fragment.texts[0]];
  /** @type {unknown[]} */
  const values = [];
  let { reads } = fragment;
  for (const [i, value] of fragment.values.entries()) {
    const replaced = value instanceof Param && value.name === name;
    reads = append(texts, values, reads, replaced ? instead : new Fragment(['', ''], [value]));
    texts[texts.length - 1] += fragment.texts[i + 1];
  }
  return new Fragment(texts, values, reads);
}

/** @param {string[]} texts @param {unknown[]} values @param {readonly string[]} reads @param {Fragment} fragment @returns {readonly string[]} what both read */
function append(texts, values, reads, fragment) {
  texts[texts.length - 1] += fragment.texts[0];
  texts.push(...fragment.texts.slice(1));
  values.push(...fragment.values);
  if (fragment.reads.length === 0) return reads;
  return reads.length === 0 ? fragment.reads : [...new Set([...reads, ...fragment.reads])];
}
