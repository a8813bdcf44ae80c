/** @import { Actor } from '@plinth/plugin' */
/** @import { PeopleParts } from './index.js' */
import { randomUUID } from 'node:crypto';
import { AppError } from '@plinth/plugin';
import { asUuid, k } from '../../postgres/sql/index.js';
import { userNotFound } from './read-users.js';
import { requireAdmin } from '../../rules/rights/require-admin.js';

const MOST_BYTES = 256 * 1024;

/**
 * Profile pictures. Users set their own; admins anybody's. Whoever is shown a person's name is shown their picture: its
 * id, which can't be guessed and is new with each upload, is read like the name and is all that `read` asks for.
 *
 * @param {Pick<PeopleParts, 'db' | 'sessions'>} parts
 */
export function createPictures({ db, sessions }) {
  /** @param {Actor} actor @param {string} userId */
  function checkMay(actor, userId) {
    if (actor.userId !== userId || actor.scope) requireAdmin(actor);
    if (!asUuid(userId)) throw userNotFound();
  }

  return {
    /**
     * Replaces a user's picture.
     *
     * @param {Actor} actor @param {string} userId @param {Buffer} content a small square WebP image
     * @returns {Promise<string>} the new picture's id
     * @throws {AppError} FORBIDDEN, USER_NOT_FOUND
     */
    async set(actor, userId, content) {
      checkMay(actor, userId);
      if (content.length > MOST_BYTES) throw new TypeError('A picture has to be scaled down before it is stored');
      const id = randomUUID();
      await db.transaction(async (tx) => {
        const { rowCount } = await tx.query(k('plinth.users').where('id', userId).update({ picture: id }));
        if (rowCount === 0) throw userNotFound();
        await tx.query(
          k('plinth.user_pictures').insert({ id, user_id: userId, content }).onConflict('user_id').merge(),
        );
      });
      sessions.forget(userId);
      return id;
    },

    /** @param {Actor} actor @param {string} userId @throws {AppError} FORBIDDEN, USER_NOT_FOUND */
    async remove(actor, userId) {
      checkMay(actor, userId);
      await db.transaction(async (tx) => {
        const { rowCount } = await tx.query(k('plinth.users').where('id', userId).update({ picture: null }));
        if (rowCount === 0) throw userNotFound();
        await tx.query(k('plinth.user_pictures').where('user_id', userId).delete());
      });
      sessions.forget(userId);
    },

    /**
     * @param {unknown} id
     * @returns {Promise<Buffer>} a WebP image
     * @throws {AppError} PICTURE_NOT_FOUND (404)
     */
    async read(id) {
      const { rows } = await db.query(k('plinth.user_pictures').select('content').where('id', asUuid(id)));
      if (rows.length === 0) throw new AppError('PICTURE_NOT_FOUND', 'This picture does not exist', { status: 404 });
      return rows[0].content;
    },
  };
}
