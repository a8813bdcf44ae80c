/** @import { AppError, Message } from '@plinth/plugin' */
import { phrase } from '@plinth/plugin';

const BLOCK = 512;
const NAME_BYTES = 100;
/** The largest size that fits into eleven octal digits. */
const MOST_OCTAL = 8 ** 11 - 1;
/** Of a header that holds a long name, in bytes. */
const LONGEST_HEADER = 64 * 1024;
const ZEROS = Buffer.alloc(256 * 1024);

/** @typedef {(why: Message) => AppError} Refused */

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
 * Reads a tar stream entry by entry. Long names (pax, GNU) are resolved; which kinds and names of entries are welcome is
 * the caller's to say: `kind` is 0 for a plain file, 5 for a folder, 1 and 2 for links. An entry's contents are streamed,
 * and must be read to the end before the next entry is asked for.
 *
 * @param {AsyncIterable<Buffer>} source
 * @param {{ refused: Refused, mostEntries?: number }} how refused: the error that says why the archive can't be used;
 *   mostEntries: headers of all kinds counted
 * @returns {AsyncGenerator<{ name: string, size: number, kind: string, body: AsyncGenerator<Buffer> }>}
 */
export async function* readTar(source, { refused, mostEntries = Infinity }) {
  const bytes = createByteReader(source, refused);
  let longName = '';
  for (let entries = 1; ; entries++) {
    const header = await bytes.block();
    if (!header || isZero(header)) return bytes.end();
    if (entries > mostEntries) throw refused(phrase`it has more than ${mostEntries} entries`);
    const { name, size, kind } = parseHeader(header, refused);
    if (kind === 'x' || kind === 'L') {
      if (size > LONGEST_HEADER) throw refused(phrase`a name in it is too long`);
      const record = await bytes.exactly(size);
      longName = kind === 'L' ? text(record) : (paxPath(record, refused) ?? longName);
      await bytes.exactly(tarPadding(size).length);
      continue;
    }
    let left = size;
    const body = (async function* () {
      while (left > 0) {
        const chunk = await bytes.atMost(left);
        left -= chunk.length;
        yield chunk;
      }
    })();
    yield { name: longName || name, size, kind: kind === '\0' ? '0' : kind, body };
    longName = '';
    if (left > 0) throw new TypeError('An entry of the archive was not read to its end');
    await bytes.exactly(tarPadding(size).length);
  }
}

/** @param {Buffer} header @param {Refused} refused */
function parseHeader(header, refused) {
  if (parseInt(text(header.subarray(148, 156)), 8) !== checkSum(header)) throw refused(phrase`it is damaged`);
  const isLarge = header[124] === 0x80;
  const octal = text(header.subarray(124, 136)).trim();
  const size = isLarge ? Number(header.readBigUInt64BE(128)) : parseInt(octal || '0', 8);
  if (!Number.isSafeInteger(size) || (!isLarge && !/^[0-7]*$/.test(octal)))
    throw refused(phrase`it declares a wrong size`);
  const name = text(header.subarray(0, NAME_BYTES));
  const prefix = text(header.subarray(257, 262)) === 'ustar' ? text(header.subarray(345, 500)) : '';
  return { name: prefix ? `${prefix}/${name}` : name, size, kind: String.fromCharCode(header[156]) };
}

/** The path in a record of its own header. @param {Buffer} bytes @param {Refused} refused @returns {string | null} */
function paxPath(bytes, refused) {
  for (let at = 0; at < bytes.length;) {
    // At most as many digits as a header may need: otherwise each of them could be looked through again.
    const space = bytes.subarray(at, at + 7).indexOf(32) + at;
    const length = Number(bytes.subarray(at, space).toString('latin1'));
    if (space < at || !Number.isInteger(length) || length <= 0) throw refused(phrase`it is damaged`);
    const [key, ...value] = bytes
      .subarray(space + 1, at + length - 1)
      .toString('utf8')
      .split('=');
    if (key === 'path') return value.join('=');
    if (key === 'linkpath' || key === 'size') throw refused(phrase`it declares a wrong size`);
    at += length;
  }
  return null;
}

/** @param {Buffer} bytes at most as many as ZEROS */
const isZero = (bytes) => bytes.equals(ZEROS.subarray(0, bytes.length));

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

/** @param {AsyncIterable<Buffer>} source @param {Refused} refused */
function createByteReader(source, refused) {
  const iterator = source[Symbol.asyncIterator]();
  let rest = /** @type {Buffer} */ (Buffer.alloc(0));

  /** Whether there was more to read. */
  async function more() {
    const { value, done } = await iterator.next();
    if (!done) rest = rest.length > 0 ? Buffer.concat([rest, value]) : value;
    return !done;
  }

  /** @param {number} size */
  function taken(size) {
    const bytes = rest.subarray(0, size);
    rest = rest.subarray(bytes.length);
    return bytes;
  }

  /** @param {number} size */
  async function exactly(size) {
    while (rest.length < size) if (!(await more())) throw refused(phrase`it is incomplete`);
    return taken(size);
  }

  return {
    exactly,
    /** A header, or null at the end of the stream. */
    async block() {
      while (rest.length === 0) if (!(await more())) return null;
      return exactly(BLOCK);
    },
    /** At least one byte, at most `size`. @param {number} size */
    async atMost(size) {
      while (rest.length === 0) if (!(await more())) throw refused(phrase`it is incomplete`);
      return taken(size);
    },
    /** Reads to the end of the stream, so that its last bytes are checked too; nothing but zeros may follow. */
    async end() {
      for (;;) {
        while (rest.length > 0) if (!isZero(taken(ZEROS.length))) throw refused(phrase`something follows its end`);
        if (!(await more())) return;
      }
    },
  };
}
