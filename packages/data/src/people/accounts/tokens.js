import { hash, randomBytes } from 'node:crypto';

/**
 * A secret that is handed out once, and the hash that is stored of it, which is useless to anybody who reads the
 * database.
 */
export function newToken() {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: tokenHash(token) };
}

/** @param {string} token @returns {Buffer} */
export function tokenHash(token) {
  return hash('sha256', token, 'buffer');
}

/** The hash as a text, for use as a key. @param {string} token */
export function tokenKey(token) {
  return hash('sha256', token, 'base64url');
}

/** @param {unknown} token @returns {token is string} whether it has the format of our tokens */
export function isToken(token) {
  return typeof token === 'string' && /^[A-Za-z0-9_-]{43}$/.test(token);
}
