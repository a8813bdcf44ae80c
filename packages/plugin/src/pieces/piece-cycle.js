import { AppError } from '../app-error.js';
import { phrase } from '../texts/phrase.js';

/** A piece that contains itself. @param {readonly string[]} path names of the pieces, from the first to itself */
export const pieceCycle = (path) =>
  new AppError('PIECE_CYCLE', phrase`The piece would contain itself: ${path.join(' → ')}`, {
    status: 422,
    hint: 'Remove one of these pieces from the other',
  });
