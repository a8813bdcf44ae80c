/** @import { Database } from '../postgres/database.js' */
/** @import { Actor } from '@plinth/plugin' */
/** @import { SecurityEvents } from '../security/security-events.js' */
import { k } from '../sql/index.js';
import { requireAdmin } from './require-admin.js';

/**
 * Values that people may set and replace but never read back. Code that works with one reads it here; nothing of it
 * goes into a page, an answer or a log.
 *
 * @param {Database} db @param {SecurityEvents} events
 */
export function createSecrets(db, events) {
  return {
    /** @param {string} name @returns {Promise<any>} null when there is none */
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
