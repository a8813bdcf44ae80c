import { AppError } from '@plinth/plugin';

/** The command was called wrongly: exit code 2, and its usage is shown. */
export class UsageError extends AppError {
  /** @param {string} message @param {string} [hint] */
  constructor(message, hint) {
    super('USAGE', message, { hint, status: 400 });
  }
}
