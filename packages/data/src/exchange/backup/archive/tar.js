import { phrase } from '@plinth/plugin';
import { backupDamaged } from '../errors.js';

const BLOCK = 512;
const NAME_BYTES = 100;
/** The largest size that fits into eleven octal digits. */
const MOST_OCTAL = 8 ** 11 - 1;
const LONGEST_NAME = 1000;

/**
 * The header of a plain file in the ustar format; a long name goes ahead in a header of its own (pax), a size of 8 GB and
 * more is written in base 256, as GNU tar does.
 *
 * @param {string} name @param {number} size in bytes
 */
export function tarHeader(name, size) {
  const header = plainHeader(Buffer.byteLength(name) > NAME_BYTES ? 'long-name' : name, size, '0');
  if (Buffer.byteLength(name) <= NAME_BYTES) return header;
  const record = paxRecord('path', name);
  return Buffer.concat([plainHeader('PaxHeader', record.length, 'x'), record, tarPadding(record.length), header]);
}

/** The padding after a file's last block. @param {number} size in bytes */
export const tarPadding = (size) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

export const TAR_END = Buffer.alloc(2 * BLOCK);

/** @param {string} name @param {number} size @param {string} type */
function plainHeader(name, size, type) {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, NAME_BYTES);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  if (size <= MOST_OCTAL) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  header.write(`${checkSum(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** "LENGTH KEY=VALUE\n", where the length counts itself. @param {string} key @param {string} value */
function paxRecord(key, value) {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length !== String(rest).length) length = rest + String(length).length;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

/**
 * Reads a tar stream entry by entry. Only plain files are accepted: links, folders, devices and everything else are
 * refused. An entry's contents are streamed, and must be read to the end before the next entry is asked for.
 *
 * @param {AsyncIterable<Buffer>} source
 * @returns {AsyncGenerator<{ name: string, size: number, body: AsyncGenerator<Buffer> }>}
 * @throws {import('@plinth/plugin').AppError} BACKUP_DAMAGED
 */
export async function* readTar(source) {
  const bytes = createByteReader(source);
  let longName = '';
  for (;;) {
    const header = await bytes.exactly(BLOCK);
    if (header.every((byte) => byte === 0)) return bytes.end();
    const { name, size, type } = parseHeader(header);
    if (type === 'x') {
      if (size > 2 * LONGEST_NAME) throw backupDamaged(phrase`a name in it is too long`);
      longName = paxName(await bytes.exactly(size));
      await bytes.exactly(tarPadding(size).length);
      continue;
    }
    if (type !== '0') throw backupDamaged(phrase`"${name}" is not a plain file`);
    let left = size;
    const body = (async function* () {
      while (left > 0) {
        const chunk = await bytes.atMost(left);
        left -= chunk.length;
        yield chunk;
      }
    })();
    yield { name: longName || name, size, body };
    longName = '';
    if (left > 0) throw new TypeError('An entry of the backup was not read to its end');
    await bytes.exactly(tarPadding(size).length);
  }
}

/** @param {Buffer} header */
function parseHeader(header) {
  if (parseInt(text(header.subarray(148, 156)), 8) !== checkSum(header)) throw backupDamaged(phrase`it is damaged`);
  const isLarge = header[124] === 0x80;
  const octal = text(header.subarray(124, 136)).trim();
  const size = isLarge ? Number(header.readBigUInt64BE(128)) : parseInt(octal, 8);
  if (!Number.isSafeInteger(size) || size < 0 || (!isLarge && !/^[0-7]+$/.test(octal)))
    throw backupDamaged(phrase`it declares a wrong size`);
  return { name: text(header.subarray(0, NAME_BYTES)), size, type: String.fromCharCode(header[156]) };
}

/** @param {Buffer} record */
function paxName(record) {
  const found = /^\d+ path=([^\0]+)\n$/.exec(record.toString('utf8'));
  if (!found || Buffer.byteLength(found[1]) > LONGEST_NAME) throw backupDamaged(phrase`a name in it is not valid`);
  return found[1];
}

/** The sum of all bytes, with the field of the sum itself taken as spaces. @param {Buffer} header */
function checkSum(header) {
  let sum = 8 * 32;
  for (let i = 0; i < BLOCK; i++) if (i < 148 || i >= 156) sum += header[i];
  return sum;
}

/** @param {Buffer} bytes up to the first NUL */
function text(bytes) {
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end < 0 ? bytes.length : end).toString('utf8');
}

/** @param {AsyncIterable<Buffer>} source */
function createByteReader(source) {
  const iterator = source[Symbol.asyncIterator]();
  let rest = /** @type {Buffer} */ (Buffer.alloc(0));

  async function more() {
    const { value, done } = await iterator.next();
    if (done) throw backupDamaged(phrase`it is incomplete`);
    rest = rest.length > 0 ? Buffer.concat([rest, value]) : value;
  }

  return {
    /** @param {number} size */
    async exactly(size) {
      while (rest.length < size) await more();
      const taken = rest.subarray(0, size);
      rest = rest.subarray(size);
      return taken;
    },
    /** At least one byte, at most `size`. @param {number} size */
    async atMost(size) {
      while (rest.length === 0) await more();
      const taken = rest.subarray(0, size);
      rest = rest.subarray(taken.length);
      return taken;
    },
    /** Reads to the end of the stream, so that its last bytes are checked too; nothing but zeros may follow. */
    async end() {
      for (;;) {
        if (rest.some((byte) => byte !== 0)) throw backupDamaged(phrase`something follows its end`);
        const { value, done } = await iterator.next();
        if (done) return;
        rest = value;
      }
    },
  };
}
