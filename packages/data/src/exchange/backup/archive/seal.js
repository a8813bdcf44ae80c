import { argon2, createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { phrase } from '@plinth/plugin';
import { backupDamaged, passphraseMissing, passphraseShort, passphraseWrong } from '../errors.js';

const derive = promisify(argon2);

export const MAGIC = Buffer.from('PLINTH-ENCRYPTED-BACKUP-1\n');
/** Fixed, so that a file can't demand more memory or time: 64 MiB, three passes. */
const COST = { memory: 65536, passes: 3, parallelism: 1 };
const SALT = 16;
const CHECK = 16;
const PREFIX = 7;
const HEADER = MAGIC.length + SALT + CHECK + PREFIX;
const CHUNK = 64 * 1024;
const TAG = 16;
const LEAST_PASSPHRASE = 10;

/**
 * Encrypts a stream with AES-256-GCM in chunks of 64 KB, each with its place and whether it is the last one in its nonce
 * (the STREAM construction): no chunk can be changed, moved, left out or cut off unnoticed. The key comes from the
 * passphrase by Argon2id.
 *
 * @param {string} passphrase
 * @returns {(source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>}
 */
export function seal(passphrase) {
  checkPassphrase(passphrase);
  return async function* (source) {
    const salt = randomBytes(SALT);
    const { key, check } = await keyOf(passphrase, salt);
    const prefix = randomBytes(PREFIX);
    const header = Buffer.concat([MAGIC, salt, check, prefix]);
    yield header;
    /** @type {Buffer[]} */
    let waiting = [];
    let size = 0;
    let number = 0;
    for await (const bytes of source) {
      waiting.push(bytes);
      size += bytes.length;
      // More than one chunk is held back: the last one is only known once the stream ends.
      if (size <= CHUNK) continue;
      const all = Buffer.concat(waiting);
      let at = 0;
      for (; all.length - at > CHUNK; at += CHUNK)
        yield encrypt(all.subarray(at, at + CHUNK), { key, header, nonce: nonce(prefix, number++, false) });
      waiting = [all.subarray(at)];
      size = all.length - at;
    }
    yield encrypt(Buffer.concat(waiting), { key, header, nonce: nonce(prefix, number, true) });
  };
}

/**
 * Decrypts a sealed stream; passes any other on. Nothing of a chunk is given out before the chunk was authenticated.
 *
 * @param {string | undefined} passphrase
 * @returns {(source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>}
 * @throws {import('@plinth/plugin').AppError} BACKUP_PASSPHRASE, BACKUP_DAMAGED
 */
export function unseal(passphrase) {
  return async function* (source) {
    const pieces = inPieces(source);
    const header = await pieces.next(HEADER);
    if (!header.subarray(0, MAGIC.length).equals(MAGIC)) {
      yield header;
      yield* pieces.rest();
      return;
    }
    if (passphrase === undefined) throw passphraseMissing();
    if (header.length < HEADER) throw backupDamaged(phrase`it is incomplete`);
    const { key, check } = await keyOf(passphrase, header.subarray(MAGIC.length, MAGIC.length + SALT));
    if (!timingSafeEqual(check, header.subarray(MAGIC.length + SALT, MAGIC.length + SALT + CHECK)))
      throw passphraseWrong();
    const prefix = header.subarray(HEADER - PREFIX);
    for (let number = 0; ; number++) {
      const piece = await pieces.next(CHUNK + TAG);
      const isLast = await pieces.isOver();
      yield decrypt(piece, { key, header, nonce: nonce(prefix, number, isLast) });
      if (isLast) return;
    }
  };
}

/** Refuses one that is easily guessed. @param {string} passphrase */
export function checkPassphrase(passphrase) {
  if (passphrase.length < LEAST_PASSPHRASE) throw passphraseShort(LEAST_PASSPHRASE);
}

/**
 * The key, and a check value that distinguishes a wrong passphrase from a damaged file. @param {string} passphrase
 * @param {Buffer} salt
 */
async function keyOf(passphrase, salt) {
  // The same passphrase can be typed in several Unicode forms.
  const message = Buffer.from(passphrase.normalize('NFC'));
  const bytes = await derive('argon2id', { message, nonce: salt, ...COST, tagLength: 64 });
  return {
    key: bytes.subarray(0, 32),
    check: createHash('sha256').update(bytes.subarray(32)).digest().subarray(0, CHECK),
  };
}

/** @param {Buffer} prefix @param {number} number of the chunk @param {boolean} isLast */
function nonce(prefix, number, isLast) {
  const bytes = Buffer.alloc(12);
  prefix.copy(bytes);
  bytes.writeUInt32BE(number, PREFIX);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

/** @param {Buffer} plain @param {{ key: Buffer, header: Buffer, nonce: Buffer }} by */
function encrypt(plain, { key, header, nonce }) {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG }).setAAD(header);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @param {Buffer} sealed @param {{ key: Buffer, header: Buffer, nonce: Buffer }} by */
function decrypt(sealed, { key, header, nonce }) {
  if (sealed.length < TAG) throw backupDamaged(phrase`it is incomplete`);
  const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG }).setAAD(header);
  cipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  try {
    return Buffer.concat([cipher.update(sealed.subarray(0, sealed.length - TAG)), cipher.final()]);
  } catch {
    throw backupDamaged(phrase`it was changed or cut off after it was written`);
  }
}

/** @param {AsyncIterable<Buffer>} source */
function inPieces(source) {
  const iterator = source[Symbol.asyncIterator]();
  let rest = /** @type {Buffer} */ (Buffer.alloc(0));
  let over = false;
  /** @param {number} size */
  async function fill(size) {
    const parts = [rest];
    let have = rest.length;
    while (!over && have < size) {
      const { value, done } = await iterator.next();
      if (done) over = true;
      else have += parts[parts.push(value) - 1].length;
    }
    rest = parts.length > 1 ? Buffer.concat(parts) : rest;
  }
  return {
    /** Reads this many bytes, or fewer at the end. @param {number} size */
    async next(size) {
      await fill(size);
      const piece = rest.subarray(0, size);
      rest = rest.subarray(size);
      return piece;
    },
    async isOver() {
      await fill(1);
      return rest.length === 0;
    },
    async *rest() {
      if (rest.length > 0) yield rest;
      if (!over) yield* { [Symbol.asyncIterator]: () => iterator };
    },
  };
}
