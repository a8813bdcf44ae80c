/** @import { Actor, Trigger } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database.js' */
/** @import { Call } from './hooks.js' */
import { randomBytes } from 'node:crypto';
import { AppError, inputInvalid } from '@plinth/plugin';
import { requireAdmin } from '../../people/require-admin.js';
import { asUuid, k, sql } from '../../sql/index.js';

/**
 * @typedef {{ address: string, hasSecret: boolean, madeAt: string | null, refused: number, refusedAt: string | null }} HookState
 */

/**
 * What admins see of webhooks and do with them.
 *
 * @param {{ db: Database, triggerOf: (id: string) => Trigger | null,
 *   start: (trigger: Trigger, call: Call, proof: string | null) => Promise<string> }} context
 */
export function createHookAdmin({ db, triggerOf, start }) {
  return {
    /** The address of a trigger, made when it is first asked for. @param {Actor} actor @param {string} id @returns {Promise<HookState>} */
    async state(actor, id) {
      requireAdmin(actor);
      const address = randomBytes(18).toString('base64url');
      await db.query(sql`
        insert into plinth.hooks (trigger_id, address) values (${asUuid(id)}::uuid, ${address}) on conflict do nothing`);
      const { rows } = await db.query(sql`
        select address, secret is not null as "hasSecret", made_at as "madeAt", refused::float8, refused_at as "refusedAt"
          from plinth.hooks where trigger_id = ${asUuid(id)}::uuid`);
      return rows[0];
    },

    /** A new secret, which replaces the one before. @param {Actor} actor @param {string} id @returns {Promise<string>} */
    async renewSecret(actor, id) {
      requireAdmin(actor);
      const secret = randomBytes(32).toString('base64url');
      await db.query(k('plinth.hooks').where('trigger_id', asUuid(id)).update({ secret, made_at: k.fn.now() }));
      return secret;
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

/** @param {string} body */
function readTest(body) {
  try {
    return JSON.parse(body);
  } catch {
    throw inputInvalid({ body: 'must be JSON' });
  }
}
