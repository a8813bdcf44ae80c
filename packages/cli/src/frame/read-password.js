import { text } from 'node:stream/consumers';
import { UsageError } from './errors.js';

/** @import { CommandContext, CommandOption } from '../types.d.ts' */

/** The option of every command that sets a password. @type {CommandOption} */
export const passwordOption = {
  type: 'boolean',
  summary: 'read the password from standard input (default: print a link to choose one)',
};

/**
 * A password is never an argument, because every user of the machine can read arguments.
 *
 * @param {CommandContext} ctx @param {boolean | undefined} wanted
 * @returns {Promise<string | null>}
 */
export async function readPassword(ctx, wanted) {
  if (!wanted) return null;
  if (ctx.stdin.isTTY) ctx.note('Type the password, then press Enter and Ctrl-D:');
  const password = (await text(ctx.stdin)).replace(/\r?\n$/, '');
  if (password === '')
    throw new UsageError('No password was entered', 'For example: echo "$PASSWORD" | plinth … --password-stdin');
  return password;
}
