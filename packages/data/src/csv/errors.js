/** @import { Message } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';

/** @param {Message} message @param {Message} hint */
export const csvInvalid = (message, hint) => new AppError('CSV_INVALID', message, { status: 422, hint });

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
  new AppError(error.code, phrase`${error.phrases.message} (${inserted} rows were imported before)`, {
    status: error.status,
    hint: error.phrases.hint,
    details: { inserted },
    cause: error,
  });
