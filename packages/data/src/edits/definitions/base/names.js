import { AppError, Phrase, fieldMessages, inputInvalid, phrase } from '@plinth/plugin';
import { LIMITS } from '../../../catalog/limits/limits.js';

/** Short enough for PostgreSQL even if a name is derived from two of them. */
const SQL_NAME = new RegExp(`^[a-z][a-z0-9_]{0,${LIMITS.sqlNameCharacters - 1}}$`);
const PLAIN_NAME = new RegExp(`^[a-z][a-z0-9_]{0,${LIMITS.nameCharacters - 1}}$`);
const ADDRESS_NAME = new RegExp(`^[a-z][a-z0-9_-]{0,${LIMITS.nameCharacters - 1}}$`);
const SQL_FORM = phrase`Use lower-case letters, digits and _, starting with a letter, at most ${LIMITS.sqlNameCharacters} characters`;
const PLAIN_FORM = phrase`Use lower-case letters, digits and _, starting with a letter, at most ${LIMITS.nameCharacters} characters`;
const ADDRESS_FORM = phrase`Use lower-case letters, digits, - and _, starting with a letter, at most ${LIMITS.nameCharacters} characters`;

/** What names of objects look like, and how that is said. @type {Record<'plain' | 'sql' | 'address', [RegExp, Phrase]>} */
const FORMS = {
  plain: [PLAIN_NAME, PLAIN_FORM],
  sql: [SQL_NAME, SQL_FORM],
  address: [ADDRESS_NAME, ADDRESS_FORM],
};
/** The form of most names, for settings. */
export const NAME = `[a-z][a-z0-9_]{0,${LIMITS.nameCharacters - 1}}`;

/** Plinth's own tables in schema plinth, referred to by name. */
const TABLES = ['users', 'files'];
/** The key, and properties that every JavaScript object has. */
const FIELDS = ['id', 'constructor'];
const AUTO_FIELDS = ['created_at', 'updated_at', 'created_by', 'updated_by'];

/** @param {string} what @param {unknown} name @param {RegExp} pattern @param {Phrase} form @returns {string} */
function valid(what, name, pattern, form) {
  if (typeof name === 'string' && pattern.test(name)) return name;
  const about = new Phrase(what);
  const message =
    typeof name === 'string'
      ? phrase`This ${about} can't be named "${name.slice(0, 80)}"`
      : phrase`This ${about} has no name`;
  throw new AppError('NAME_INVALID', message, {
    status: 422,
    hint: form,
    details: fieldMessages({ name: form }),
  });
}

/** @param {string} what @param {string} name @param {import('@plinth/plugin').Message} [message] */
function refuseReserved(what, name, message = phrase`The name "${name}" is reserved`) {
  throw new AppError('NAME_RESERVED', message, {
    status: 422,
    hint: phrase`Choose another name for the ${new Phrase(what)}`,
    details: fieldMessages({ name: message }),
  });
}

/** @param {string} what @param {string} name @param {{ start: string, message: string }} reserved */
export function refuseStart(what, name, { start, message }) {
  if (name.startsWith(start)) refuseReserved(what, name, message);
}

/** @param {unknown} name */
export function tableName(name) {
  const checked = checkedName('table', name, 'sql');
  if (TABLES.includes(checked)) refuseReserved('table', checked);
  return checked;
}

/** @param {unknown} name @param {{ auto?: string | null }} [options] */
export function fieldName(name, { auto = null } = {}) {
  const checked = checkedName('field', name, 'sql');
  if ([...FIELDS, ...AUTO_FIELDS].includes(checked) && auto !== checked) refuseReserved('field', checked);
  return checked;
}

/**
 * The name of an object of a kind, as long as it may be.
 *
 * @param {string} what @param {unknown} name @param {'plain' | 'sql' | 'address'} [form]
 */
export const checkedName = (what, name, form = 'plain') => valid(what, name, ...FORMS[form]);

/** @param {unknown} name */
export const pluginName = (name) =>
  valid('plugin', name, /^(@[a-z0-9-]+\/)?[a-z0-9][a-z0-9._-]{0,120}$/, phrase`Use the name of an npm package`);

/**
 * @param {string} what @param {string} name @param {readonly { name: string, id: string }[]} others
 * @param {string} [self] id of the object itself
 */
export function free(what, name, others, self) {
  if (!others.some((other) => other.name === name && other.id !== self)) return name;
  const message = phrase`The ${new Phrase(what)} "${name}" already exists`;
  throw new AppError('NAME_TAKEN', message, {
    status: 409,
    hint: 'Choose another name',
    details: fieldMessages({ name: message }),
  });
}

/**
 * A name made from the label that no other object has.
 *
 * @param {string} label @param {readonly { name: string }[]} others @param {string} fallback
 */
export function freeName(label, others, fallback) {
  const words = label.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const plain =
    words
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^[^a-z]+|_+$/g, '')
      .slice(0, 50) || fallback;
  for (let n = 1; ; n++) {
    const name = n === 1 ? plain : `${plain}_${n}`;
    if (!others.some((other) => other.name === name)) return name;
  }
}

/**
 * Refuses unknown keys, so that a typo is not silently ignored.
 *
 * @param {string} edit @param {unknown} input @param {readonly string[]} known
 */
export function onlyKeys(edit, input, known) {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw inputInvalid({ [edit]: 'must be an object' });
  for (const key of Object.keys(input)) {
    if (!known.includes(key)) throw inputInvalid({ [key]: phrase`is unknown to ${edit}. Known: ${known.join(', ')}` });
  }
  return input;
}
