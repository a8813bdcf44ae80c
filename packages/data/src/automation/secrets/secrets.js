/** @import { Actor, Secret, Values } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../../catalog/types.d.ts' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Vault } from '../../postgres/sealing/vault.js' */
import { AppError, inputInvalid, phrase } from '@plinth/plugin';
import { find } from '../../edits/definitions/base/find.js';
import { secret as kind } from '../../edits/definitions/kinds/secret.js';
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { k, sql } from '../../postgres/sql/index.js';
import { LIMITS } from '../../catalog/limits/limits.js';

/** Shorter ones could not be removed from texts without removing much else. */
const SHORTEST = 6;

/**
 * @typedef {ReturnType<typeof createSecrets>} Secrets
 * @typedef {Secret & { state: 'set' | 'empty' | 'locked', changedAt: string | null, changedBy: string | null }} ListedSecret
 *   locked: sealed with another key than the one that is there
 */

/**
 * Values of secrets. Nothing here returns one to a person.
 *
 * @param {{ db: Database, catalog: () => StoredCatalog, vault: Vault,
 *   events: import('../../gate/security/security-events.js').SecurityEvents }} context
 */
export function createSecrets({ db, catalog, vault, events }) {
  const values = createValues({ db, catalog, vault });

  return {
    api: {
      /** Where the key comes from: null for PLINTH_SECRET_KEY, otherwise the file. */
      keyFile: vault.keyFile,

      /** @param {Actor} actor @returns {Promise<ListedSecret[]>} in order of their names */
      async list(actor) {
        requireAdmin(actor);
        const id = await vault.keyId();
        const { rows } = await db.query(
          k('plinth.secret_values as s')
            .leftJoin('plinth.users as u', 'u.id', 's.changed_by')
            .select({ id: 's.secret_id', key: 's.key_id', changedAt: 's.changed_at', changedBy: 'u.name' }),
        );
        const byId = new Map(rows.map((/** @type {Values} */ row) => [row.id, row]));
        return catalog()
          .secrets.map((secret) => {
            const { key: sealedWith, changedAt = null, changedBy = null } = byId.get(secret.id) ?? {};
            const state = sealedWith === undefined ? 'empty' : sealedWith === id ? 'set' : 'locked';
            return { ...secret, state: /** @type {ListedSecret['state']} */ (state), changedAt, changedBy };
          })
          .sort((a, b) => (a.name < b.name ? -1 : 1));
      },

      /** Without its value. @param {string} name @returns {Secret} @throws {AppError} OBJECT_NOT_FOUND */
      named: (name) => find(kind, catalog(), name),

      /** @param {Actor} actor @param {string} name @returns {Promise<ListedSecret>} @throws {AppError} OBJECT_NOT_FOUND */
      async get(actor, name) {
        const { id } = find(kind, catalog(), name);
        return /** @type {ListedSecret} */ ((await this.list(actor)).find((one) => one.id === id));
      },

      /** Checks a value before it is stored. @param {unknown} value @throws {AppError} INPUT_INVALID */
      check: (value) => void checkValue(value),

      /**
       * Sets or replaces a value.
       *
       * @param {Actor} actor @param {string} name @param {unknown} value
       * @throws {AppError} INPUT_INVALID, SECRET_KEY_UNREADABLE
       */
      async set(actor, name, value) {
        requireAdmin(actor);
        const { id } = find(kind, catalog(), name);
        const text = checkValue(value);
        const { keyId, sealed } = await vault.seal(id, text);
        await db.query(sql`
          insert into plinth.secret_values (secret_id, key_id, sealed, changed_by)
          values (${id}::uuid, ${keyId}, ${sealed}::bytea, ${actor.userId}::uuid)
          on conflict (secret_id) do update
             set key_id = excluded.key_id, sealed = excluded.sealed, changed_at = now(), changed_by = excluded.changed_by`);
        await events.add('secret-changed', { by: actor.userId, what: name });
      },
    },

    values,

    /** Those of the values that can be read. @param {readonly string[]} names @returns {Promise<Map<string, string>>} */
    async known(names) {
      const found = await Promise.all(names.map((name) => values([name]).catch(() => null)));
      return new Map(found.flatMap((one) => [...(one ?? [])]));
    },
  };
}

/** @param {{ db: Database, catalog: () => StoredCatalog, vault: Vault }} context */
function createValues({ db, catalog, vault }) {
  /**
   * Values by name, for steps and functions; who asks has to keep them out of everything that is stored or shown.
   *
   * @param {readonly string[]} names
   * @returns {Promise<Map<string, string>>}
   * @throws {AppError} SECRET_NOT_FOUND, SECRET_EMPTY, SECRET_LOCKED, SECRET_KEY_UNREADABLE
   */
  return async (names) => {
    if (names.length === 0) return new Map();
    const known = catalog();
    const wanted = new Map(names.map((name) => [name, known.secrets.find((one) => one.name === name)]));
    const ids = [...wanted.values()].flatMap((secret) => (secret ? [secret.id] : []));
    const { rows } = await db.query(
      k('plinth.secret_values').select('secret_id', 'key_id', 'sealed').whereRaw('secret_id = any (?::uuid[])', [ids]),
    );
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const [name, secret] of wanted) {
      if (!secret) throw notFound(name);
      const row = rows.find((one) => one.secret_id === secret.id);
      if (!row) throw empty(name);
      const value = await vault.open(secret.id, { keyId: row.key_id, sealed: row.sealed });
      if (value === null) throw locked(name);
      found.set(name, value);
    }
    return found;
  };
}

/** @param {unknown} value */
function checkValue(value) {
  if (typeof value !== 'string' || value === '') throw inputInvalid({ value: 'Enter the value' });
  // Pasted values often end with a line break.
  const text = value.replace(/[\r\n]+$/, '');
  if (text.length < SHORTEST) throw inputInvalid({ value: phrase`must have at least ${SHORTEST} characters` });
  if (text.length > LIMITS.secretCharacters)
    throw inputInvalid({ value: phrase`must have at most ${LIMITS.secretCharacters} characters` });
  if (text.includes('\0') || !text.isWellFormed())
    throw inputInvalid({ value: 'contains characters that are not text' });
  return text;
}

/** @param {string} name */
const notFound = (name) =>
  new AppError('SECRET_NOT_FOUND', phrase`There is no secret "${name.slice(0, 63)}"`, {
    status: 422,
    hint: 'Admins add secrets under Settings, Secrets',
  });

/** @param {string} name */
const empty = (name) =>
  new AppError('SECRET_EMPTY', phrase`The secret "${name}" has no value yet`, {
    status: 422,
    hint: 'Enter its value under Settings, Secrets',
  });

/** @param {string} name */
const locked = (name) =>
  new AppError('SECRET_LOCKED', phrase`The secret "${name}" can't be decrypted, because the key has changed`, {
    status: 422,
    hint: 'Put back the key that was used before, or enter the value again under Settings, Secrets',
  });
