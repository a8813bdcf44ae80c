/** @import { Context } from '../services.js' */
/** @import { Tell } from '../catalog/types.d.ts' */
import { createFiles } from './files/index.js';
import { createPresses } from './presses/presses.js';
import { createRows } from './rows/index.js';

/**
 * Rows and files, with the rights of whoever asks.
 *
 * @param {Context & { callFunction: import('./rows/functions/row-functions.js').CallFunction, tell: Tell }} context
 */
export function createGate(context) {
  const { select, rows, history, within } = createRows(context);
  const files = createFiles(context);
  const presses = createPresses(context);
  return {
    select,
    rows,
    history,
    within,
    files,
    presses,
    async sweep() {
      await files.sweep();
      await rows.sweepAnswers();
      await history.sweep();
      await presses.sweep();
    },
  };
}
