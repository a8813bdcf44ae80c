/** @import { FromChild, ToChild } from '../types.d.ts' */
import { createRequire } from 'node:module';
import { createIsolates } from './isolates.js';
import { leaveRights } from './leave-rights.js';

/**
 * A process that runs functions and nothing else: it has no environment, no files, no database, and only this channel.
 * The isolates have threads of their own, so this thread always gets its turn.
 */
const [addon, mostMb] = process.argv.slice(2);
const { ivm } = createRequire(import.meta.url)(addon);
leaveRights();

/** @param {FromChild} message */
const send = (message) => void process.send?.(message);
const isolates = createIsolates({ ivm, send, mostBytes: Number(mostMb) * 2 ** 20 });

process.on('message', (message) => {
  const given = /** @type {ToChild} */ (message);
  if (given.type === 'run') isolates.run(given);
  else if (given.type === 'cancel') isolates.cancel(given.id);
  else isolates.answer(given);
});
// The server is gone.
process.on('disconnect', () => process.exit(0));
send({ type: 'ready' });
