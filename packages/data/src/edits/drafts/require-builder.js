/** @import { Actor } from '@plinth/plugin' */
import { AppError, hasFullAccess } from '@plinth/plugin';

/** @param {Actor} actor @throws {AppError} FORBIDDEN (403) */
export function requireBuilder(actor) {
  if (hasFullAccess(actor)) return;
  throw new AppError('FORBIDDEN', 'Only administrators can see and change drafts', { status: 403 });
}
