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

/** @param {string} name @param {readonly string[]} known */
export const viewNotFound = (name, known) =>
  new AppError('VIEW_NOT_FOUND', phrase`There is no view "${name}"`, {
    status: 404,
    hint: phrase`Views here: ${list(known)}`,
  });

/** @param {string} name @param {readonly string[]} known */
export const pageNotFound = (name, known) =>
  new AppError('PAGE_NOT_FOUND', phrase`There is no page "${name}"`, {
    status: 404,
    hint: phrase`Pages here: ${list(known)}`,
  });

/** @param {string} name @param {readonly string[]} known */
export const pieceNotFound = (name, known) =>
  new AppError('PIECE_NOT_FOUND', phrase`There is no piece "${name}"`, {
    status: 404,
    hint: phrase`Pieces here: ${list(known)}`,
  });

/** @param {string} name @param {readonly string[]} known */
export const functionNotFound = (name, known) =>
  new AppError('FUNCTION_NOT_FOUND', phrase`There is no function "${name}"`, {
    status: 404,
    hint: phrase`Functions here: ${list(known)}`,
  });

/** Of a caller who may not know whether it exists. @param {string} name */
export const functionClosed = (name) =>
  new AppError('FUNCTION_NOT_FOUND', phrase`There is no function "${name}"`, {
    status: 404,
    hint: 'If there is, an admin can give your role access to it',
  });

/** @param {string} name @param {readonly string[]} known */
export const workflowNotFound = (name, known) =>
  new AppError('WORKFLOW_NOT_FOUND', phrase`There is no workflow "${name}"`, {
    status: 404,
    hint: phrase`Workflows here: ${list(known)}`,
  });

/** @param {string} name @param {readonly string[]} known */
export const mailTemplateNotFound = (name, known) =>
  new AppError('MAIL_TEMPLATE_NOT_FOUND', phrase`There is no mail template "${name}"`, {
    status: 404,
    hint: phrase`Mail templates here: ${list(known)}`,
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
