/** @import { Kind, Message } from '@plinth/plugin' */
import { AppError, Phrase, phrase } from '@plinth/plugin';

const MANY = 30;

/** @param {readonly string[]} names */
const list = (names) =>
  names.length === 0 ? 'none' : names.slice(0, MANY).join(', ') + (names.length > MANY ? ', …' : '');

/** @param {string} name @param {readonly string[]} known */
export const tableNotFound = (name, known) =>
  new AppError('TABLE_NOT_FOUND', phrase`There is no table "${name}"`, {
    status: 404,
    hint: phrase`Tables here: ${list(known)}`,
  });

/**
 * @param {string} code @param {Message} message @param {{ hint: (names: Message) => Message, known: readonly string[] }} about
 *   known: names of what there is
 */
export const notFound = (code, message, { hint, known }) =>
  new AppError(code, message, { status: 404, hint: hint(list(known)) });

/** Of a caller who may not know whether it exists. @param {string} name */
export const functionClosed = (name) =>
  new AppError('FUNCTION_NOT_FOUND', phrase`There is no function "${name}"`, {
    status: 404,
    hint: 'If there is, an admin can give your role access to it',
  });

/** @param {string} table @param {string} name */
export const fieldNotFound = (table, name) =>
  new AppError('FIELD_NOT_FOUND', phrase`Table "${table}" has no field "${name}"`, {
    status: 422,
    hint: 'Look at the fields of the table in the admin',
  });

/** @param {string} kind @param {string} name */
export const objectNotFound = (kind, name) =>
  new AppError('OBJECT_NOT_FOUND', phrase`There is no ${new Phrase(kind)} "${name}"`, {
    status: 404,
    hint: 'It may have been removed in the meantime. Reload the page',
  });

/** Of an object of a kind. @param {Pick<Kind, 'name' | 'notFound'>} kind @param {string} name @param {readonly string[]} known */
export const kindNotFound = (kind, name, known) => kind.notFound?.(name, known) ?? objectNotFound(kind.name, name);
