import { text } from 'node:stream/consumers';
import { UsageError } from './errors.js';

/** @import { CommandContext, CommandOption } from '../types.d.ts' */

/** @type {CommandOption} */
export const passphraseOption = {
  type: 'boolean',
  summary: 'read the passphrase from standard input (default: BACKUP_PASSPHRASE)',
};

/**
 * A passphrase never comes as an argument: every user of the machine can read those.
 *
 * @param {CommandContext} ctx @param {boolean | undefined} wanted
 * @returns {Promise<string | null>} null: none was given
 */
export async function readPassphrase(ctx, wanted) {
  if (!wanted) return ctx.env.BACKUP_PASSPHRASE?.trim() || null;
  if (ctx.stdin.isTTY) ctx.note('Type the passphrase, then press Enter and Ctrl-D:');
  const passphrase = (await text(ctx.stdin)).replace(/\r?\n$/, '');
  if (passphrase === '')
    throw new UsageError('No passphrase was entered', 'For example: plinth backup --passphrase-stdin < passphrase.txt');
  return passphrase;
}
