/** @import { Actor } from '@plinth/plugin' */
/** @import { PeopleParts } from './index.js' */
import { asUuid } from '../../postgres/sql/index.js';
import { userNotFound } from './read-users.js';
import { AppError } from '@plinth/plugin';
import { requireAdmin } from '../../rules/rights/require-admin.js';

/**
 * Listing and ending sessions: one's own, or for admins anybody's.
 *
 * @param {Pick<PeopleParts, 'sessions' | 'events'>} parts
 */
export function createOwnSessions({ sessions, events }) {
  /** @param {Actor} actor @param {string} userId */
  const requireOwn = (actor, userId) => {
    if (actor.userId !== userId) requireAdmin(actor);
  };

  return {
    /** @param {unknown} token @param {{ address?: string }} [client] */
    async logout(token, { address } = {}) {
      const userId = await sessions.end(token);
      if (userId) await events.add('logout', { by: userId, address });
    },

    /** @param {Actor} actor @param {string} userId the actor's own; admins may name any user */
    async sessions(actor, userId) {
      requireOwn(actor, userId);
      return sessions.list(userId);
    },

    /** @param {Actor} actor @param {string} userId @param {string} sessionId */
    async revoke(actor, userId, sessionId) {
      requireOwn(actor, userId);
      if (!(await sessions.revoke(userId, sessionId))) {
        throw new AppError('SESSION_NOT_FOUND', 'This session does not exist', { status: 404 });
      }
      await events.add('session-ended', { by: actor.userId, address: actor.address, about: userId });
    },

    /** @param {Actor} actor @param {string} userId @param {string | null} [keep] */
    async revokeAll(actor, userId, keep = null) {
      requireOwn(actor, userId);
      if (asUuid(userId) === null) throw userNotFound();
      await sessions.endAll(userId, keep);
      await events.add('session-ended', { by: actor.userId, address: actor.address, about: userId });
    },
  };
}
