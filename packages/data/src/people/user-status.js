/** @import { PeopleParts } from './index.js' */
/** @import { Actor } from '@plinth/plugin' */
/** @import { UserRecord } from './read-users.js' */
import { k } from '../sql/index.js';
import { endOtherWays } from './end-other-ways.js';
import { refuseLastAdmin } from './last-admin.js';
import { checkPerson } from './person-input.js';

/**
 * Disabling and removing users, which ends their sessions.
 *
 * @param {PeopleParts} parts @param {(actor: Actor, id: string) => Promise<UserRecord>} get requires an admin
 */
export function createUserStatus({ db, catalog, hasher, sessions, events }, get) {
  return {
    /**
     * Disables a user and ends all sessions immediately.
     *
     * @param {Actor} actor @param {string} id @param {boolean} [disabled]
     */
    async disable(actor, id, disabled = true) {
      const before = await get(actor, id);
      await db.transaction(async (tx) => {
        if (disabled) await refuseLastAdmin(tx, catalog(), before);
        const since = disabled ? k.raw('coalesce(disabled_at, now())') : null;
        await tx.query(k('plinth.users').where('id', before.id).update({ disabled_at: since }));
        if (before.disabled !== disabled)
          await events.add(
            disabled ? 'user-disabled' : 'user-enabled',
            { by: actor.userId, address: actor.address, about: before.id },
            tx,
          );
      });
      sessions.forget(before.id);
      return get(actor, before.id);
    },

    /** @param {Actor} actor @param {string} id */
    async remove(actor, id) {
      const before = await get(actor, id);
      await db.transaction(async (tx) => {
        await refuseLastAdmin(tx, catalog(), before);
        // Recorded before the removal, since the entry takes the name from the user.
        await events.add(
          'user-removed',
          { by: actor.userId, address: actor.address, about: before.id, what: before.email },
          tx,
        );
        await tx.query(k('plinth.users').where('id', before.id).delete());
      });
      sessions.forget(before.id);
    },

    /**
     * Ends all sessions and API tokens of the user.
     *
     * @param {Actor} actor @param {string} id @param {string} password
     */
    async setPassword(actor, id, password) {
      const user = await get(actor, id);
      checkPerson({ password });
      const hash = await hasher.hash(password);
      await db.transaction(async (tx) => {
        await tx.query(k('plinth.users').where('id', user.id).update({ password_hash: hash }));
        await sessions.endAll(user.id, null, tx);
        await endOtherWays(tx, user.id);
        await events.add('password-set', { by: actor.userId, address: actor.address, about: user.id }, tx);
      });
      sessions.forget(user.id);
    },
  };
}
