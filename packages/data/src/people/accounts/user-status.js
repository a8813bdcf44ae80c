/** @import { PeopleParts } from './index.js' */
/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { UserRecord } from './read-users.js' */
import { AppError, phrase } from '@plinth/plugin';
import { tableName } from '../../postgres/sql/physical.js';
import { k } from '../../postgres/sql/index.js';
import { endOtherWays } from './end-other-ways.js';
import { refuseLastAdmin } from './last-admin.js';
import { checkNewPassword } from './person-input.js';

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

    /**
     * Removes a user together with their row of additional fields.
     *
     * @param {Actor} actor @param {string} id @throws {AppError} USER_IN_USE
     */
    async remove(actor, id) {
      const before = await get(actor, id);
      const removed = db.transaction(async (tx) => {
        await refuseLastAdmin(tx, catalog(), before);
        // Recorded before the removal, since the entry takes the name from the user.
        await events.add(
          'user-removed',
          { by: actor.userId, address: actor.address, about: before.id, what: before.email },
          tx,
        );
        for (const table of catalog().tables.filter(({ person }) => person !== null))
          await tx.query(k(tableName(table)).where(String(table.person), before.id).delete());
        await tx.query(k('plinth.users').where('id', before.id).delete());
      });
      await removed.catch((error) => {
        throw error?.code === FOREIGN_KEY ? userInUse(before, error.table, catalog()) : error;
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
      checkNewPassword(password, user);
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

/** PostgreSQL's code for a row that others still point to. */
const FOREIGN_KEY = '23503';

/** @param {UserRecord} user @param {string} name of a table @param {Catalog} catalog */
function userInUse({ name: user }, name, catalog) {
  const label = catalog.hasTable(name) ? catalog.table(name).label : name;
  return new AppError('USER_IN_USE', phrase`${user} can't be removed: rows of "${label}" need this user`, {
    status: 409,
    hint: 'Change or delete these rows first, or disable the user',
  });
}
