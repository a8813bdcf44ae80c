import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createHashQueue } from './hash-queue.js';

const derive = promisify(argon2);

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
const CURRENT = { memory: 19456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Hashes and checks passwords, a limited number at once.
 *
 * @param {Parameters<typeof createHashQueue>[0]} [limits]
 */
export function createPasswordHasher(limits) {
  const run = createHashQueue(limits);
  /** @type {Promise<string> | undefined} hash of a random password, so that unknown users take the same time */
  let dummy;

  /** @param {string} password @returns {Promise<string>} in PHC string format */
  async function hash(password) {
    const nonce = randomBytes(16);
    const tag = await run(() => compute(password, nonce, CURRENT, TAG_BYTES));
    const { memory, passes, parallelism } = CURRENT;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
  }

  return {
    hash,
    /**
     * Takes the same time for an unknown user (null) as for a known one.
     *
     * @param {string} password @param {string | null} stored
     * @returns {Promise<{ matches: boolean, outdated: boolean }>} outdated: hash it again with today's parameters
     */
    async verify(password, stored) {
      dummy ??= hash(randomBytes(16).toString('hex'));
      const parsed = FORMAT.exec(stored ?? (await dummy));
      if (!parsed) return { matches: false, outdated: false };
      const [memory, passes, parallelism] = parsed.slice(1, 4).map(Number);
      const expected = Buffer.from(parsed[5], 'base64');
      const parameters = { memory, passes, parallelism };
      const tag = await run(() => compute(password, Buffer.from(parsed[4], 'base64'), parameters, expected.length));
      const matches = stored !== null && timingSafeEqual(tag, expected);
      return { matches, outdated: memory !== CURRENT.memory || passes !== CURRENT.passes };
    },
  };
}

/**
 * @param {string} password @param {Buffer} nonce
 * @param {{ memory: number, passes: number, parallelism: number }} parameters @param {number} tagLength
 * @returns {Promise<Buffer>}
 */
function compute(password, nonce, parameters, tagLength) {
  // The same password can be typed in different Unicode forms.
  return derive('argon2id', { message: Buffer.from(password.normalize('NFC')), nonce, ...parameters, tagLength });
}

/** @param {Buffer} bytes */
function base64(bytes) {
  return bytes.toString('base64').replace(/=+$/, '');
}
