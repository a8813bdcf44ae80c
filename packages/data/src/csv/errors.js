import { AppError } from '@plinth/plugin';

/** @param {string} message @param {string} hint */
export const csvInvalid = (message, hint) => new AppError('CSV_INVALID', message, { status: 422, hint });

/** @param {string} message @param {string} hint */
export const csvMappingInvalid = (message, hint) => new AppError('CSV_MAPPING_INVALID', message, { status: 422, hint });

export const csvCancelled = () =>
  new AppError('CSV_CANCELLED', 'The import was cancelled', { status: 409, hint: 'Start it again when you want' });
