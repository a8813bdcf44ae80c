/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { inputInvalid } from '@plinth/plugin';
import { k } from '../../postgres/sql/index.js';
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { CONTENT_LEFT } from './content-left.js';

/** Rows deleted by one statement. */
const SWEPT = 5000;

/** How long mails are kept. @param {Database} db */
export function createMailRetention(db) {
  return {
    /** @param {Actor} actor @returns {Promise<number>} days that a mail is kept after it was sent or given up */
    async keepDays(actor) {
      requireAdmin(actor);
      const { rows } = await db.query(k('plinth.mail_settings').select('keep_days'));
      return rows[0].keep_days;
    },

    /** @param {Actor} actor @param {unknown} days */
    async setKeepDays(actor, days) {
      requireAdmin(actor);
      const count = typeof days === 'string' && days.trim() !== '' ? Number(days) : days;
      if (!Number.isInteger(count) || Number(count) < 1 || Number(count) > 3650)
        throw inputInvalid({ keepDays: 'A whole number from 1 to 3650' });
      await db.query(k('plinth.mail_settings').update({ keep_days: count }));
    },

    /** Deletes old mail, and gives up waiting mail whose link has expired. */
    async sweep() {
      await db.query(
        k('plinth.mails')
          .where({ state: 'waiting' })
          .whereRaw('expires_at < now()')
          .update({ state: 'failed', error: 'expired', done_at: k.fn.now(), content: k.raw(CONTENT_LEFT) }),
      );
      const old = k('plinth.mails')
        .select('id')
        .whereRaw(
          "done_at < now() - (select keep_days from plinth.mail_settings) * interval '1 day' and state not in ('waiting', 'sending')",
        )
        .limit(SWEPT);
      await db.query(k('plinth.mails').whereIn('id', old).delete());
    },
  };
}
