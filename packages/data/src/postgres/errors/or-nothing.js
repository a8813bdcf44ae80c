import { AppError } from '@plinth/plugin';

/**
 * What reads an expression that may name something that is gone, and so gives nothing, while everything else goes on.
 *
 * @template T @param {() => T} make @returns {T | null} null: an AppError was thrown
 */
export function orNothing(make) {
  try {
    return make();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
