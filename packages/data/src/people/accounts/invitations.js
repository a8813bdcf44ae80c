/** @import { PeopleParts } from './index.js' */
/** @import { Actor } from '@plinth/plugin' */
/** @import { Composed } from './mails.d.ts' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
import { AppError } from '@plinth/plugin';
import { asUuid, k } from '../../postgres/sql/index.js';
import { roleNames } from '../../rules/rights/actors.js';
import { checkPerson, normaliseEmail } from './person-input.js';
import { checkRoles, requireAdmin } from '../../rules/rights/require-admin.js';
import { isToken, newToken, tokenHash } from './tokens.js';
import { insertUser } from './insert-user.js';

/** How long an invitation can be used. */
export const INVITATION_DAYS = 7;

/** Links by which people become users, with or without e-mail. @param {PeopleParts} parts */
export function createInvitations(parts) {
  const { db, catalog, hasher, sessions, limits, events, outbox } = parts;
  const note = createNote(events);

  return {
    /**
     * @param {Actor} actor
     * @param {{ email?: string | null, name?: string | null, roles?: string[] }} [invited] with an e-mail address, only
     *   this person may use it
     * @param {{ mail?: (made: { token: string, expiresAt: string }) => Composed }} [options] mail: composes the mail that
     *   takes the link to this address
     * @returns {Promise<{ id: string, token: string, expiresAt: string }>} with the token, which can't be read again
     */
    async invite(actor, { email, name, roles = [] } = {}, { mail } = {}) {
      requireAdmin(actor);
      const address = normaliseEmail(email);
      if (address) checkPerson({ email: address });
      const ids = checkRoles(catalog(), roles);
      const { token, hash } = newToken();
      const made = await db.transaction(async (tx) => {
        const invited = { email: address || null, name: name?.trim() || null, role_ids: ids, invited_by: actor.userId };
        const { rows } = await tx.query(insertion(hash, invited));
        await note(tx, 'invited', actor, { email: address, roles });
        const { expiresAt } = rows[0];
        if (mail && address) {
          const own = { to: address, kind: /** @type {const} */ ('invitation'), secret: true, causedBy: actor.userId };
          await outbox.add({ ...mail({ token, expiresAt }), ...own, expiresAt }, tx);
        }
        return rows[0];
      });
      if (mail) outbox.wake();
      return { ...made, token };
    },

    /**
     * What an invitation's page shows.
     *
     * @param {unknown} token @param {{ address?: string }} [client]
     * @returns {Promise<{ email: string | null, name: string | null }>}
     */
    async readInvitation(token, { address = '' } = {}) {
      await limits.take('token', address);
      const found = await find(db, token);
      return { email: found.email, name: found.name };
    },

    /**
     * @param {unknown} token @param {{ name: unknown, email: unknown, password: unknown }} input
     * @param {{ address?: string, userAgent?: string }} [client]
     * @returns {Promise<{ token: string, user: { id: string, name: string, email: string, locale: null } }>}
     */
    async acceptInvite(token, input, client = {}) {
      await limits.take('token', client.address ?? '');
      const found = await find(db, token);
      const { name, email, password } = checkPerson({ ...input, email: found.email ?? input.email });
      const hash = await hasher.hash(password);
      const user = { name, email, hash, roleIds: found.roleIds };
      const id = await useInvitation(parts, found.id, user, client.address);
      return { token: await sessions.begin(id, client, hash), user: { id, name, email, locale: null } };
    },

    /** Invitations that can still be used. @param {Actor} actor */
    async invitations(actor) {
      requireAdmin(actor);
      const { rows } = await db.query(
        standing()
          .select('id', 'email', 'name', { roleIds: 'role_ids', createdAt: 'created_at', expiresAt: 'expires_at' })
          .orderBy('created_at', 'desc')
          .limit(200),
      );
      return rows.map(({ roleIds, ...row }) => ({ ...row, roles: roleNames(catalog(), roleIds) }));
    },

    /** @param {Actor} actor @param {string} id */
    async revokeInvitation(actor, id) {
      requireAdmin(actor);
      await db.transaction(async (tx) => {
        const { rows } = await tx.query(standing().where('id', asUuid(id)).delete(['email', 'role_ids as roleIds']));
        for (const { email, roleIds } of rows)
          await note(tx, 'invitation-revoked', actor, { email, roles: roleNames(catalog(), roleIds) });
      });
    },
  };
}

/** @param {Buffer} hash of the token @param {{ email: string | null, name: string | null, role_ids: string[], invited_by: string | null }} invited */
const insertion = (hash, invited) =>
  k('plinth.invitations')
    .insert({ token_hash: hash, ...invited, expires_at: k.raw("now() + ? * interval '1 day'", [INVITATION_DAYS]) })
    .returning(['id', 'expires_at as expiresAt']);

/** Restricts a query to invitations that can still be used. */
const standing = () => k('plinth.invitations').whereNull('used_at').where('expires_at', '>', k.fn.now());

/** Records an invitation in the security log. @param {PeopleParts['events']} events */
function createNote(events) {
  /**
   * @param {Transaction} tx @param {'invited' | 'invitation-revoked'} kind @param {Actor} actor
   * @param {{ email: string | null, roles: readonly string[] }} invited
   */
  return (tx, kind, actor, { email, roles }) => {
    const what = [email, ...roles].filter(Boolean).join(', ');
    return events.add(kind, { by: actor.userId, address: actor.address, what }, tx);
  };
}

/**
 * Marks the invitation as used and creates the user, both or neither.
 *
 * @param {PeopleParts} parts @param {string} invitation
 * @param {{ name: string, email: string, hash: string, roleIds: string[] }} user @param {string} [address] the client's
 * @returns {Promise<string>} user id
 */
function useInvitation(parts, invitation, user, address) {
  return parts.db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      k('plinth.invitations').where('id', invitation).whereNull('used_at').update({ used_at: k.fn.now() }),
    );
    if (rowCount !== 1) throw linkInvalid();
    const id = await insertUser(parts, user, tx);
    await tx.query(k('plinth.invitations').where('id', invitation).update({ used_by: id }));
    await parts.events.add('invitation-used', { by: id, address }, tx);
    const event = { user: id, name: user.name, email: user.email };
    await parts.tell('invitation', event, { cause: id, on: tx });
    return id;
  });
}

/** @param {PeopleParts['db']} db @param {unknown} token */
async function find(db, token) {
  if (!isToken(token)) throw linkInvalid();
  const { rows } = await db.query(
    standing().select('id', 'email', 'name', { roleIds: 'role_ids' }).where('token_hash', tokenHash(token)),
  );
  if (rows.length === 0) throw linkInvalid();
  return rows[0];
}

/** The same error for used, expired and invented links. */
export function linkInvalid() {
  return new AppError('LINK_INVALID', 'This link is no longer valid', {
    status: 404,
    hint: 'Links work once and for a limited time. Ask for a new one',
  });
}
