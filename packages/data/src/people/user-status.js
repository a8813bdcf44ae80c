/** @import { PeopleParts } from './index.js' */
/** @import { Actor } from '@plinth/plugin' */
/** @import { UserRecord } from './read-users.js' */
import { sql } from '../sql/index.js';
import { revokeApiTokens } from './api-tokens.js';
import { refuseLastAdmin } from './last-admin.js';
import { checkPerson } from './person-input.js';

/**
 * What ends a user's sessions.
 *
 * @param {PeopleParts} parts @param {(actor: Actor, id: string) => Promise<UserRecord>} get asks for an admin
 */
export function createUserStatus({ db, catalog, hasher, sessions, log }, get) {
  return {
    /** Ends everything that he has open, at once. @param {Actor} actor @param {string} id @param {boolean} [disabled] */
    async disable(actor, id, disabled = true) {
      const before = await get(actor, id);
      await db.transaction(async (tx) => {
        if (disabled) await refuseLastAdmin(tx, catalog(), before);
        await tx.query(sql`
          update plinth.users
             set disabled_at = case when ${disabled} then coalesce(disabled_at, now()) end
           where id = ${before.id}`);
      });
      sessions.forget(before.id);
      log.info(disabled ? 'user disabled' : 'user enabled', { user: before.id, by: actor.userId });
      return get(actor, before.id);
    },

    /** @param {Actor} actor @param {string} id */
    async remove(actor, id) {
      const before = await get(actor, id);
      await db.transaction(async (tx) => {
        await refuseLastAdmin(tx, catalog(), before);
        await tx.query(sql`delete from plinth.users where id = ${before.id}`);
      });
      sessions.forget(before.id);
      log.info('user removed', { user: before.id, by: actor.userId });
    },

    /** Ends all his sessions and API tokens. @param {Actor} actor @param {string} id @param {string} password */
    async setPassword(actor, id, password) {
      const user = await get(actor, id);
      checkPerson({ password });
      const hash = await hasher.hash(password);
      await db.query(sql`update plinth.users set password_hash = ${hash} where id = ${user.id}`);
      await sessions.endAll(user.id);
      await revokeApiTokens(db, user.id);
      log.info('password set', { user: user.id, by: actor.userId });
    },
  };
}
