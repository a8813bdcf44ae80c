import { isGuessable } from './guessable.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

const LEAST = 8;

/**
 * Why a password is not accepted, or null. All of its bytes count, so its length is limited and it is never truncated.
 *
 * @param {unknown} password
 * @param {{ name?: string, email?: string }} [person]
 * @returns {string | null}
 */
export function passwordProblem(password, { name, email } = {}) {
  if (typeof password !== 'string' || password === '') return 'Choose a password';
  const bytes = Buffer.byteLength(password.normalize('NFC'));
  if (bytes < LEAST) return `The password must have at least ${LEAST} characters`;
  if (bytes > LIMITS.passwordBytes) return `The password must have at most ${LIMITS.passwordBytes} bytes`;
  const plain = password.toLowerCase();
  if (new Set(plain).size < 3) return 'The password must not repeat the same characters';
  if (plain === email?.toLowerCase() || plain === name?.toLowerCase()) {
    return 'The password must not be your name or e-mail address';
  }
  if (isGuessable(password, [name ?? '', email ?? ''])) {
    return 'The password is too easy to guess. Use a few words that have nothing to do with each other';
  }
  return null;
}

/** Longer passwords are not even hashed. @param {unknown} password @returns {password is string} */
export function isPasswordSized(password) {
  return typeof password === 'string' && password !== '' && Buffer.byteLength(password) <= 4 * LIMITS.passwordBytes;
}
