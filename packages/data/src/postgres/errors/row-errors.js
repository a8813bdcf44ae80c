/** @import { Message } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';

/**
 * A field that is not there, or that the actor may not know of: both get this very answer.
 *
 * @param {string} table @param {string} path
 */
export const fieldNotFound = (table, path) =>
  new AppError('FIELD_NOT_FOUND', phrase`Table "${table}" has no field "${shown(path)}"`, {
    status: 422,
    hint: 'Look at the fields of the table in the admin',
  });

/** The same answer, where a query may leave out what its reader may not know of. */
export class HiddenField extends AppError {
  /** @param {string} table @param {string} path */
  constructor(table, path) {
    const { code, status, phrases } = fieldNotFound(table, path);
    super(code, phrases.message, { status, hint: phrases.hint });
  }
}

/** @param {string} table @param {string} relation */
export const relationNotFound = (table, relation) =>
  new AppError('RELATION_NOT_FOUND', phrase`"${shown(relation)}" is not a relation of table "${table}"`, {
    status: 422,
    hint: 'Write a child relation as table.field, such as replies.thread',
  });

/** @param {Message} message @param {Message} [hint] */
export const queryInvalid = (message, hint) => new AppError('QUERY_INVALID', message, { status: 422, hint });

/** @param {Message} message @param {Message} [hint] */
export const filterInvalid = (message, hint) => new AppError('FILTER_INVALID', message, { status: 422, hint });

export const cursorInvalid = () =>
  new AppError('CURSOR_INVALID', 'This position in the list is no longer valid', {
    status: 422,
    hint: 'Start again from the first page',
  });

/** The answer for rows that are not there and for those that may not be seen. */
export const rowNotFound = () => new AppError('ROW_NOT_FOUND', 'This row does not exist', { status: 404 });

/** @param {Message} what such as "change this row" */
export const forbidden = (what) =>
  new AppError('FORBIDDEN', phrase`You are not allowed to ${what}`, {
    status: 403,
    hint: 'An admin can give your role this right',
  });

/** Text from outside in a message: short, and without control characters. @param {unknown} text */
export const shown = (text) =>
  asText(text)
    .slice(0, 100)
    .replace(/\p{Cc}/gu, ' ');

/** What a body of JSON holds may be anything, and its objects have no toString. @param {unknown} value */
export const asText = (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value));
