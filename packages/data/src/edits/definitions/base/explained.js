import { AppError, inputInvalid } from '@plinth/plugin';

/**
 * What reading an expression throws, as a message beside the field that it was typed into.
 *
 * @template T @param {string} key @param {() => T} read @returns {T} @throws {AppError} INPUT_INVALID
 */
export function explained(key, read) {
  try {
    return read();
  } catch (error) {
    throw error instanceof AppError ? inputInvalid({ [key]: error.phrases.message }) : error;
  }
}
