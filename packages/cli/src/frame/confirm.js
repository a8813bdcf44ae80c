import { createInterface } from 'node:readline/promises';

/** @import { CommandContext } from '../types.d.ts' */

/**
 * Lets somebody at the keyboard type a word before something happens.
 *
 * @param {CommandContext} ctx @param {string} word @param {string} [before] what is said first, with a space at its end
 * @returns {Promise<boolean>}
 */
export async function isConfirmed(ctx, word, before = '') {
  const readline = createInterface({ input: ctx.stdin, output: /** @type {any} */ (ctx.stderr) });
  try {
    return (await readline.question(`${before}Type "${word}" to continue: `)).trim() === word;
  } finally {
    readline.close();
  }
}
