import { AppError } from '@plinth/plugin';

/** A usage error: exit code 2, and the usage is shown. */
export class UsageError extends AppError {
  /** @param {string} message @param {string} [hint] */
  constructor(message, hint) {
    super('USAGE', message, { hint, status: 400 });
  }
}
