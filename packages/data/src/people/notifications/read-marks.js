/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { asUuid, k } from '../../postgres/sql/index.js';
import { ownId } from './settings.js';

/** Which notifications were read, and when they are deleted. @param {Database} db */
export function createReadMarks(db) {
  return {
    /** @param {Actor} actor @param {string} [id] without it, all */
    async markRead(actor, id) {
      const query = k('plinth.notifications').where('user_id', ownId(actor)).whereNull('read_at');
      if (id !== undefined) query.where('id', asUuid(id));
      await db.query(query.update({ read_at: k.raw('now()') }));
    },

    /** Deletes notifications that were read, and old unread ones. */
    async sweep() {
      await db.query(
        k('plinth.notifications')
          .whereRaw("read_at < now() - interval '90 days' or at < now() - interval '1 year'")
          .delete(),
      );
    },
  };
}
