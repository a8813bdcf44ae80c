/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Actor, Values } from '@plinth/plugin' */
/** @import { Vault } from '../../postgres/sealing/vault.js' */
/** @import { SecurityEvents } from '../../gate/security/security-events.js' */
import { AppError } from '@plinth/plugin';
import { k } from '../../postgres/sql/index.js';
import { requireAdmin } from '../../rules/rights/require-admin.js';

/** @param {string} name */
const idOf = (name) => `site:${name}`;

/**
 * Values that can be set and replaced, but never read back by people. Code that needs one reads it here; it never gets
 * into a page, a response or a log.
 *
 * @param {Database} db @param {SecurityEvents} events @param {Vault} vault
 */
export function createSecrets(db, events, vault) {
  return {
    /** @param {string} name @returns {Promise<Values | null>} null if there is none @throws {AppError} STORED_SECRET_LOCKED */
    async read(name) {
      const { rows } = await db.query(k('plinth.secrets').select('value', 'key_id', 'sealed').where({ name }));
      const row = rows[0];
      // One of before values were encrypted.
      if (!row?.sealed) return row?.value ?? null;
      const text = await vault.open(idOf(name), { keyId: row.key_id, sealed: row.sealed });
      if (text === null) throw locked();
      return JSON.parse(text);
    },
    /** @param {Actor} actor @param {string} name @param {unknown} value null removes it */
    async write(actor, name, value) {
      requireAdmin(actor);
      const sealed = value === null ? null : await vault.seal(idOf(name), JSON.stringify(value));
      await db.transaction(async (tx) => {
        await events.add('secret-changed', { by: actor.userId, address: actor.address, what: name }, tx);
        await tx.query(
          sealed === null
            ? k('plinth.secrets').where({ name }).delete()
            : k('plinth.secrets')
                .insert({ name, value: null, key_id: sealed.keyId, sealed: sealed.sealed })
                .onConflict('name')
                .merge(['value', 'key_id', 'sealed']),
        );
      });
    },
    /** Encrypts values that were stored as they are, unless another process is faster. */
    async sealOld() {
      const { rows } = await db.query(
        k('plinth.secrets').select('name', 'value').whereNotNull('value').whereNot('name', OWN_KEY),
      );
      for (const { name, value } of rows) {
        const { keyId, sealed } = await vault.seal(idOf(name), JSON.stringify(value));
        await db.query(
          k('plinth.secrets')
            .where({ name })
            .whereRaw('value = ?::jsonb', [JSON.stringify(value)])
            .update({ value: null, key_id: keyId, sealed }),
        );
      }
    },
  };
}

/** What signs links in mails, which every node has to know without a key of its own. */
const OWN_KEY = 'unsubscribe';

const locked = () =>
  new AppError('STORED_SECRET_LOCKED', 'A stored password can’t be decrypted, because the key has changed', {
    status: 422,
    hint: 'Put back the key that was used before, or enter the password again',
  });
