/** @import { Actor, Trigger } from '@plinth/plugin' */
/** @import { Database } from '../../../postgres/database/database.js' */
/** @import { Vault } from '../../../postgres/sealing/vault.js' */
/** @import { Call } from './hooks.js' */
import { randomBytes } from 'node:crypto';
import { AppError, inputInvalid } from '@plinth/plugin';
import { requireAdmin } from '../../../rules/rights/require-admin.js';
import { asUuid, k, sql } from '../../../postgres/sql/index.js';

/**
 * isLocked: the secret was encrypted with another key than the one that is there.
 *
 * @typedef {{ address: string, hasSecret: boolean, isLocked: boolean, madeAt: string | null, refused: number, refusedAt: string | null }} HookState
 */

/**
 * Webhooks as admins see and change them.
 *
 * @param {{ db: Database, vault: Vault, triggerOf: (id: string) => Trigger | null,
 *   start: (trigger: Trigger, call: Call, proof: string | null) => Promise<string> }} context
 */
export function createHookAdmin({ db, vault, triggerOf, start }) {
  return {
    /** The address of a trigger, made when it is first asked for. @param {Actor} actor @param {string} id @returns {Promise<HookState>} */
    async state(actor, id) {
      requireAdmin(actor);
      await makeAddress(db, id);
      const { rows } = await db.query(sql`
        select address, secret is not null or sealed is not null as "hasSecret", key_id as "keyId", made_at as "madeAt",
               refused::float8, refused_at as "refusedAt"
          from plinth.hooks where trigger_id = ${asUuid(id)}::uuid`);
      const { keyId, ...hook } = rows[0];
      return { ...hook, isLocked: keyId !== null && keyId !== (await vault.keyId()) };
    },

    /** A new secret, which replaces the one before. @param {Actor} actor @param {string} id @returns {Promise<string>} */
    async renewSecret(actor, id) {
      requireAdmin(actor);
      const secret = randomBytes(32).toString('base64url');
      const { keyId, sealed } = await vault.seal(sealId(id), secret);
      await makeAddress(db, id);
      await db.query(
        k('plinth.hooks')
          .where('trigger_id', asUuid(id))
          .update({ secret: null, key_id: keyId, sealed, made_at: k.fn.now() }),
      );
      return secret;
    },

    /** Encrypts secrets that were stored as they are, unless another process is faster. */
    async sealOld() {
      const { rows } = await db.query(k('plinth.hooks').select('trigger_id', 'secret').whereNotNull('secret'));
      for (const { trigger_id: id, secret } of rows) {
        const { keyId, sealed } = await vault.seal(sealId(id), secret);
        const old = k('plinth.hooks').where({ trigger_id: id, secret });
        await db.query(old.update({ secret: null, key_id: keyId, sealed }));
      }
    },

    /** A call as if it came from outside. @param {Actor} actor @param {string} id @param {string} body JSON */
    async test(actor, id, body) {
      requireAdmin(actor);
      const trigger = triggerOf(id);
      if (!trigger) throw new AppError('TRIGGER_NOT_FOUND', 'This trigger does not exist', { status: 404 });
      const [method = 'POST'] = trigger.options.methods ?? [];
      const headers = { 'content-type': 'application/json', 'user-agent': 'Plinth test call' };
      return start(trigger, { method, body: readTest(body), text: body, query: {}, headers }, null);
    },
  };
}

/** Unless it is there. @param {Database} db @param {string} id of the trigger */
async function makeAddress(db, id) {
  const address = randomBytes(18).toString('base64url');
  await db.query(sql`
    insert into plinth.hooks (trigger_id, address) values (${asUuid(id)}::uuid, ${address}) on conflict do nothing`);
}

/** What a secret is encrypted under. @param {string} trigger its id */
export const sealId = (trigger) => `hook:${trigger}`;

/** @param {string} body */
function readTest(body) {
  try {
    return JSON.parse(body);
  } catch {
    throw inputInvalid({ body: 'must be JSON' });
  }
}
