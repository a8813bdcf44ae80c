/** @import { Message } from '@plinth/plugin' */
/** @import { CsvRecord } from './records.js' */
import { AppError, asPhrase, phrase } from '@plinth/plugin';

/** @param {Message} message @param {Message} hint */
export const csvInvalid = (message, hint) => new AppError('CSV_INVALID', message, { status: 422, hint });

/** Nobody can give the password here. */
export const passwordProtected = () =>
  csvInvalid(
    'The workbook is protected by a password',
    'Open it in your spreadsheet and save it without a password, or as CSV',
  );

/** No row can be read: the first one says why. @param {readonly CsvRecord[]} records */
export function noReadableRow(records) {
  const broken = records.find(({ problem }) => problem);
  const message = broken?.problem
    ? phrase`The file has no readable rows. Line ${broken.line}: ${asPhrase(broken.problem)}`
    : 'The file has no readable rows';
  return csvInvalid(message, 'Save it as CSV with UTF-8 encoding and try again');
}

/** @param {Message} message @param {Message} hint */
export const csvMappingInvalid = (message, hint) => new AppError('CSV_MAPPING_INVALID', message, { status: 422, hint });

export const csvCancelled = () =>
  new AppError('CSV_CANCELLED', 'The import was cancelled', {
    status: 409,
    hint: 'You can start it again at any time',
  });

/**
 * An import that stopped: whoever continues it has to know which rows are already there.
 *
 * @param {AppError} error @param {number} inserted
 */
export const brokenOff = (error, inserted) =>
  new AppError(error.code, phrase`${error.phrases.message} (rows imported before: ${inserted})`, {
    status: error.status,
    hint: error.phrases.hint,
    details: { inserted },
    cause: error,
  });

/**
 * An import that failed after somebody has worked with its new table.
 *
 * @param {AppError} error @param {string} label of the table
 */
export const tableKept = (error, label) =>
  new AppError(
    error.code,
    phrase`${error.phrases.message}. The table "${label}" stays, because somebody has worked with it`,
    {
      status: error.status,
      hint: error.phrases.hint,
      details: error.details,
      cause: error,
    },
  );
