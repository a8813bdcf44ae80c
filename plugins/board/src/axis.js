/** @import { Field, Query, Result, ViewCompiler } from '@plinth/plugin' */
import { AppError, isOfType, phrase } from '@plinth/plugin';
import { COLUMN_TYPES } from './settings.js';

/** More columns than this can't be worked with, and would make the page slow. */
export const MOST_COLUMNS = 50;

/**
 * @typedef {object} Entry a column or lane
 * @property {string} key value of the field as text; '' is no value
 * @property {string} label
 * @property {string} colour of the palette, or ''
 * @property {string | null} [picture] of a person: the id of their picture; undefined: not a person
 * @property {boolean} isKnown false: rows have this value, but it can no longer be chosen
 *
 * @typedef {ReturnType<typeof createAxis>} Axis
 */

/**
 * The columns of a board, or its lanes: the options of a select field, or the rows that a relation or user field may
 * point at, and besides them what cards have.
 *
 * @param {string} name of the field @param {ViewCompiler} c
 * @param {{ at: string, none: 'used' | 'always' | 'never', chosen?: readonly { column: string, hidden?: boolean }[] }} options
 *   at: key path in the settings; chosen: columns that come first, in this order, or are hidden
 */
export function createAxis(name, c, { at, none, chosen = [] }) {
  const table = /** @type {NonNullable<ViewCompiler['table']>} */ (c.table);
  const field = table.field(name);
  if (!isOfType(field, COLUMN_TYPES)) {
    throw new AppError(
      'SETTINGS_INVALID',
      phrase`The field "${field.label}" can't be used for the columns of a board`,
      {
        status: 422,
        hint: phrase`Choose a select, relation or user field in ${at}`,
      },
    );
  }
  const isPerson = field.traits.isPerson;
  const choices = { as: 'choices', choices: `${table.name}.${name}`, limit: MOST_COLUMNS + 1, pictures: isPerson };
  /** @type {Query | null} */
  const query = field.target
    ? { spec: Object.freeze({ table: null, select: [choices], leaveOut: true }), params: {} }
    : null;
  const options = optionsOf(field);
  const noneLabel = c.t('board.without', { field: field.label });

  return {
    field,
    /** The statement that reads the rows which columns are made of; null: options need none. */
    query,
    /**
     * @param {Result | null} result of the query
     * @param {ReadonlyMap<string, { label: string | null, picture: string | null }>} found values that cards have
     * @returns {{ entries: Entry[], isCut: boolean }} isCut: there are more than can be shown
     */
    entries(result, found) {
      const known = field.target ? choicesOf(result) : options;
      const keys = new Set(known.map(({ key }) => key));
      const former = [...found]
        .filter(([key]) => key !== '' && !keys.has(key))
        .map(([key, { label, picture }]) => ({
          ...entry(key, label ?? key, '', false),
          ...(isPerson && { picture }),
        }));
      const isCut = known.length > MOST_COLUMNS;
      const withNone = none === 'always' || (none === 'used' && found.has(''));
      const all = [
        ...(withNone ? [entry('', noneLabel)] : []),
        ...known.slice(0, MOST_COLUMNS),
        ...(isCut ? [] : former),
      ];
      return { entries: arranged(all, chosen).slice(0, MOST_COLUMNS + 1), isCut };
    },
  };
}

/** @param {string} key @param {string} label @param {string} [colour] @param {boolean} [isKnown] @returns {Entry} */
const entry = (key, label, colour = '', isKnown = true) => ({ key, label, colour, isKnown });

/** @param {Field} field @returns {Entry[]} */
function optionsOf({ attributes }) {
  const options = Array.isArray(attributes?.options) ? attributes.options : [];
  return options.map(({ value, label, colour }) => entry(String(value), label || String(value), colour || 'grey'));
}

/** @param {Result | null} result @returns {Entry[]} */
function choicesOf(result) {
  const choices = result?.rows[0]?.choices;
  return Array.isArray(choices)
    ? choices.map(({ value, label, picture }) => ({ ...entry(String(value), String(label)), picture }))
    : [];
}

/**
 * Columns that the settings name come first, those that they hide are left out. A name is the value or what is read.
 *
 * @param {readonly Entry[]} entries @param {readonly { column: string, hidden?: boolean }[]} chosen
 */
function arranged(entries, chosen) {
  if (chosen.length === 0) return [...entries];
  const named = (/** @type {Entry} */ { key, label }) => {
    const at = chosen.findIndex(({ column }) => column === key || column.toLowerCase() === label.toLowerCase());
    return at < 0 ? chosen.length : at;
  };
  return entries
    .filter((one) => !chosen[named(one)]?.hidden)
    .map((one, i) => ({ one, at: named(one), i }))
    .sort((a, b) => a.at - b.at || a.i - b.i)
    .map(({ one }) => one);
}
