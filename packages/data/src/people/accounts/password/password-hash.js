import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createHashQueue } from './hash-queue.js';

const argon = promisify(argon2);

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
const CURRENT = { memory: 19456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Hashes and checks passwords, a limited number at once.
 *
 * @param {Parameters<typeof createHashQueue>[0]} [limits] @param {{ derive?: typeof argon }} [engine]
 */
export function createPasswordHasher(limits, { derive = argon } = {}) {
  const run = createHashQueue(limits);
  // What nobody's password makes, so that unknown users take the same work.
  const dummy = phc(randomBytes(16), randomBytes(TAG_BYTES));

  /** @param {string} password @returns {Promise<string>} in PHC string format */
  async function hash(password) {
    const nonce = randomBytes(16);
    return phc(nonce, await run(() => compute(derive, password, nonce, { ...CURRENT, tagLength: TAG_BYTES })));
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
      const known = FORMAT.exec(stored ?? '');
      const parsed = /** @type {RegExpExecArray} */ (known ?? FORMAT.exec(dummy));
      const [memory, passes, parallelism] = parsed.slice(1, 4).map(Number);
      const expected = Buffer.from(parsed[5], 'base64');
      const parameters = { memory, passes, parallelism, tagLength: expected.length };
      const tag = await run(() => compute(derive, password, Buffer.from(parsed[4], 'base64'), parameters));
      const matches = known !== null && timingSafeEqual(tag, expected);
      return { matches, outdated: memory !== CURRENT.memory || passes !== CURRENT.passes };
    },
  };
}

/**
 * @param {typeof argon} derive @param {string} password @param {Buffer} nonce
 * @param {{ memory: number, passes: number, parallelism: number, tagLength: number }} parameters
 * @returns {Promise<Buffer>}
 */
function compute(derive, password, nonce, parameters) {
  // The same password can be typed in different Unicode forms.
  return derive('argon2id', { message: Buffer.from(password.normalize('NFC')), nonce, ...parameters });
}

/** In PHC string format. @param {Buffer} nonce @param {Buffer} tag */
function phc(nonce, tag) {
  const { memory, passes, parallelism } = CURRENT;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** @param {Buffer} bytes */
function base64(bytes) {
  return bytes.toString('base64').replace(/=+$/, '');
}
