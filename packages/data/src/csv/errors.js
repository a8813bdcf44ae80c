/** @import { Message } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';

/** @param {Message} message @param {Message} hint */
export const csvInvalid = (message, hint) => new AppError('CSV_INVALID', message, { status: 422, hint });

/** @param {Message} message @param {Message} hint */
export const csvMappingInvalid = (message, hint) => new AppError('CSV_MAPPING_INVALID', message, { status: 422, hint });

export const csvCancelled = () =>
  new AppError('CSV_CANCELLED', 'The import was cancelled', { status: 409, hint: 'Start it again when you want' });
