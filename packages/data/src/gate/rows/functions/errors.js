/** @import { Actor, Field, Message, Table } from '@plinth/plugin' */
/** @import { FunctionRule } from './functions-of.js' */
import { AppError, asPhrase, fieldMessages, joinPhrases, phrase } from '@plinth/plugin';
import { readableField } from '../../../rules/rights/index.js';

/**
 * A function of the table could not be asked, so nothing was written.
 *
 * @param {Table} table @param {string} name @param {any} error
 */
export function functionFailed(table, name, error) {
  const isMissing = error?.code === 'FUNCTION_NOT_FOUND';
  const what = isMissing
    ? phrase`"${table.label}" can't be saved: its function "${name}" no longer exists`
    : phrase`"${table.label}" can't be saved: its function "${name}" failed`;
  return new AppError('ROW_FUNCTION_FAILED', what, {
    // A form stays open with what was typed.
    status: error?.status === 503 ? 503 : 422,
    hint: isMissing
      ? 'Add the function again, or remove it from the settings of the table'
      : 'Admins find the reason in the runs of the function',
    cause: error,
    ...(error?.details?.retryAfter && { details: { retryAfter: error.details.retryAfter } }),
  });
}

/** What a function returned fits nothing. @param {Table} table @param {string} name @param {Message} why */
export const resultInvalid = (table, name, why) =>
  new AppError(
    'ROW_FUNCTION_FAILED',
    phrase`"${table.label}" can't be saved: the result of its function "${name}" ${why}`,
    { status: 422, hint: 'docs/reference/functions.md lists what it may return' },
  );

/**
 * A function refused the row. A field that the writer may not read is never named.
 *
 * @param {Actor} actor @param {Table} table @param {Record<string, Message>} messages by field; '' for none
 */
export function refused(actor, table, messages) {
  const known = Object.entries(messages).filter(
    ([name]) => table.hasField(name) && readableField(actor, table, table.field(name)),
  );
  const all = [...new Set(Object.values(messages).map(String))].map(
    (text) => /** @type {Message} */ (Object.values(messages).find((one) => String(one) === text)),
  );
  return new AppError('ROW_REFUSED', joinPhrases(all.map(asPhrase), '; '), {
    status: 422,
    details: known.length > 0 ? fieldMessages(Object.fromEntries(known)) : undefined,
  });
}

/**
 * The messages in what a function returned about a row; null: it may be written.
 *
 * @param {FunctionRule} rule @param {Table} table @param {unknown} result
 * @returns {Record<string, Message> | null}
 */
export function messagesIn({ function: name, message, fields }, table, result) {
  if (result === null || result === true || result === '') return null;
  if (result === false) return beside(fields, message || 'These values are not allowed');
  if (typeof result === 'string') return beside(fields, asMessage(result));
  const entries = typeof result === 'object' && !Array.isArray(result) ? Object.entries(result) : [];
  const said = entries.filter(([, text]) => text !== null && text !== '');
  if (entries.length === 0 || !said.every(([field, text]) => table.hasField(field) && typeof text === 'string'))
    throw resultInvalid(table, name, 'is no message, and no messages by field');
  return said.length === 0
    ? null
    : Object.fromEntries(said.map(([field, text]) => [field, asMessage(/** @type {string} */ (text))]));
}

/** @param {readonly string[]} fields @param {Message} message @returns {Record<string, Message>} */
export const beside = (fields, message) =>
  Object.fromEntries((fields.length > 0 ? fields : ['']).map((name) => [name, message]));

/** A text of the app, which is no text of Plinth's to translate. @param {string} text */
export const asMessage = (text) => phrase`${text.slice(0, 1000)}`;
