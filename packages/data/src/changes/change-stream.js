/** @import { ChangeDriverOptions, ChangeStream } from './types.d.ts' */
import { createLogicalStream } from './logical.js';
import { createNotifyStream } from './notify.js';

/**
 * What the server lets us do to hear of changes; "" is the best.
 *
 * @param {{ walLevel: string, mayReplicate: boolean, role: string }} facts @returns {string} why not the log
 */
export function whyNoLog({ walLevel, mayReplicate, role }) {
  if (walLevel !== 'logical') return `wal_level is ${walLevel}, not logical`;
  return mayReplicate ? '' : `role ${role} may not replicate`;
}

/**
 * The one source of changes: follows the write-ahead log where the server allows it, else listens to triggers.
 *
 * @param {ChangeDriverOptions & { kind?: 'logical' | 'notify' }} options kind: for tests of both
 * @returns {Promise<ChangeStream>}
 */
export async function createChangeStream({ kind, ...options }) {
  const { rows } = await options.db.query(`
    select current_setting('wal_level') as "walLevel", current_user as role,
           (select rolreplication or rolsuper from pg_roles where rolname = current_user) as "mayReplicate"`);
  const reason = kind === 'notify' ? 'asked for' : whyNoLog(rows[0]);
  return reason === '' ? createLogicalStream(options) : createNotifyStream({ ...options, reason });
}
