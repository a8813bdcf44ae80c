/** @import { Trigger } from '@plinth/plugin' */
/** @import { Within } from '../../../gate/rows/within.js' */
/** @import { RunError } from '../claims.js' */
/** @import { Mailbox } from './mailbox-store.js' */
import { leaveMailbox } from './mailbox-store.js';

/**
 * Tells admins of a mailbox.
 *
 * @typedef {(gate: Within, message: { kind: string, text: string, about: string }) => Promise<void>} TellAdmins
 */

/**
 * Stores that a mailbox could not be read, and tells admins once if that repeats.
 *
 * @param {{ log: import('../../../create-data.js').Log, within: <T>(work: (gate: Within) => Promise<T>) => Promise<T>,
 *   tellAdmins: TellAdmins }} context
 */
export function createNoteFailure({ log, within, tellAdmins }) {
  /** @param {Trigger} trigger @param {Mailbox} mailbox @param {RunError} error */
  return async ({ id, name, label }, mailbox, error) => {
    log.warn('mailbox not read', { trigger: name, code: error.code });
    await within(async (gate) => {
      const { rows } = await gate.tx.query(leaveMailbox(id, mailbox, { error, hasMore: false }));
      if (rows[0]?.is_alert)
        await tellAdmins(gate, { kind: 'mailbox_failed', text: `${label}: ${error.message}`, about: id });
    });
  };
}
