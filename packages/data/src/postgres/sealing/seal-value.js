import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Bytes of the nonce and of the tag that AES-256-GCM uses. */
const NONCE = 12;
const TAG = 16;

/**
 * Encrypts a value. It can be opened under the same id only, so that values can't be exchanged in the database.
 *
 * @param {Buffer} key 32 bytes @param {string} id of the secret @param {string} value
 * @returns {Buffer}
 */
export function sealValue(key, id, value) {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id));
  const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/**
 * @param {Buffer} key 32 bytes @param {string} id @param {Buffer} sealed
 * @returns {string | null} null: it was changed, or sealed with another key
 */
export function openValue(key, id, sealed) {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
      .setAAD(Buffer.from(id))
      .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
    return decipher.update(sealed.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

/** A fingerprint that says nothing about the key. @param {Buffer} key */
export const keyId = (key) => createHash('sha256').update('plinth secret key').update(key).digest('hex').slice(0, 16);
