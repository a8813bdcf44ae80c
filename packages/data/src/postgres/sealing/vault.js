import { createSecretKey } from './secret-key.js';
import { keyId, openValue, sealValue } from './seal-value.js';

/**
 * Encrypts what the database, a page or a file may hold, but nobody who reads it there may learn.
 *
 * @typedef {ReturnType<typeof createVault>} Vault
 * @typedef {{ keyId: string, sealed: Buffer }} Sealed keyId: a fingerprint of the key, so that another one is noticed
 */

/** @param {{ dataDir: string, secretKey?: Buffer | null }} options secretKey: PLINTH_SECRET_KEY; without it, a file of the data folder */
export function createVault({ dataDir, secretKey = null }) {
  const keys = createSecretKey({ dataDir, configured: secretKey });
  return {
    /** Where the key comes from: null for PLINTH_SECRET_KEY, otherwise the file. */
    keyFile: keys.file,

    /** The fingerprint of the key that is there; null: there is none, or it can't be read. @returns {Promise<string | null>} */
    async keyId() {
      const key = await keys.read().catch(() => null);
      return key && keyId(key);
    },

    /**
     * Makes the key with the first value.
     *
     * @param {string} id the value can be opened under the same id only @param {string} text
     * @returns {Promise<Sealed>}
     * @throws {import('@plinth/plugin').AppError} SECRET_KEY_UNREADABLE
     */
    async seal(id, text) {
      const key = await keys.readOrMake();
      return { keyId: keyId(key), sealed: sealValue(key, id, text) };
    },

    /**
     * @param {string} id @param {Sealed} value
     * @returns {Promise<string | null>} null: it was changed, or sealed with another key
     * @throws {import('@plinth/plugin').AppError} SECRET_KEY_UNREADABLE
     */
    async open(id, { keyId: sealedWith, sealed }) {
      const key = await keys.read();
      return key && keyId(key) === sealedWith ? openValue(key, id, sealed) : null;
    },
  };
}
