/** @import { Database } from '../postgres/database.js' */
/** @import { Actor } from '@plinth/plugin' */
/** @import { SecurityEvents } from '../security/security-events.js' */
import { k } from '../sql/index.js';
import { requireAdmin } from './require-admin.js';

/**
 * Values that can be set and replaced, but never read back by people. Code that needs one reads it here; it never gets
 * into a page, a response or a log.
 *
 * @param {Database} db @param {SecurityEvents} events
 */
export function createSecrets(db, events) {
  return {
    /** @param {string} name @returns {Promise<any>} null if there is none */
    async read(name) {
      const { rows } = await db.query(k('plinth.secrets').select('value').where({ name }));
      return rows[0]?.value ?? null;
    },
    /** @param {Actor} actor @param {string} name @param {unknown} value null removes it */
    async write(actor, name, value) {
      requireAdmin(actor);
      await db.transaction(async (tx) => {
        await events.add('secret-changed', { by: actor.userId, address: actor.address, what: name }, tx);
        await tx.query(
          value === null
            ? k('plinth.secrets').where({ name }).delete()
            : k('plinth.secrets')
                .insert({ name, value: JSON.stringify(value) })
                .onConflict('name')
                .merge({ value: k.ref('excluded.value'), updated_at: k.fn.now() }),
        );
      });
    },
  };
}
