/** @typedef {typeof ENCODINGS[number]} Encoding */

/** Supported encodings. Those after Windows-1252 can't be told apart from it by looking, and have to be chosen. */
export const ENCODINGS = /** @type {const} */ ([
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'macintosh',
]);

/**
 * The encoding of a text by its beginning: a byte order mark, the zeros of UTF-16, UTF-8 (even with a few broken
 * characters, whose rows are refused later), otherwise what Western spreadsheets write.
 *
 * @param {Buffer} head @param {boolean} whole the text ends with these bytes
 * @returns {Encoding}
 */
export function detectEncoding(head, whole) {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = countZeros(head.subarray(0, 4096));
  if (zeros.odd > zeros.even * 4 && zeros.odd > 3) return 'utf-16le';
  if (zeros.even > zeros.odd * 4 && zeros.even > 3) return 'utf-16be';
  return isUtf8(head, whole) || isMostlyUtf8(head) ? 'utf-8' : 'windows-1252';
}

/**
 * Whether bytes are not text, such as a picture: control characters and unassigned characters are rare in text of any
 * encoding.
 *
 * @param {Buffer} head @param {Encoding} encoding
 */
export function isBinary(head, encoding) {
  const text = new TextDecoder(encoding).decode(head.subarray(0, 65_536), { stream: true });
  const odd = text.match(/(?![\t\n\r])[\p{Cc}\p{Cn}\p{Co}\ufffd]/gu)?.length ?? 0;
  return odd * 20 > text.length;
}

/** @param {Buffer} bytes */
function countZeros(bytes) {
  const found = { even: 0, odd: 0 };
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) found[at % 2 ? 'odd' : 'even']++;
  return found;
}

/** @param {Buffer} head @param {boolean} whole */
function isUtf8(head, whole) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !whole });
    return true;
  } catch {
    return false;
  }
}

/**
 * Valid multi-byte characters hardly ever occur by chance in single-byte encodings.
 *
 * @param {Buffer} head
 */
function isMostlyUtf8(head) {
  const text = new TextDecoder('utf-8').decode(head, { stream: true });
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const good = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0;
  return good > broken;
}

/**
 * Decodes bytes piece by piece. Invalid bytes become U+FFFD, and the row that has them is refused.
 *
 * @param {AsyncIterable<Buffer>} chunks @param {Encoding} encoding
 * @returns {AsyncGenerator<string>}
 */
export async function* decode(chunks, encoding) {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text) yield text;
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}

/**
 * Reads the beginning of a stream and returns the whole stream.
 *
 * @param {AsyncIterable<Buffer | string>} stream @param {number} size
 * @returns {Promise<{ head: Buffer, whole: boolean, chunks: AsyncGenerator<Buffer> }>}
 */
export async function peek(stream, size) {
  const iterator = stream[Symbol.asyncIterator]();
  /** @type {Buffer[]} */
  const first = [];
  let length = 0;
  let whole = false;
  while (length < size) {
    const { value, done } = await iterator.next();
    if (done) {
      whole = true;
      break;
    }
    const chunk = Buffer.isBuffer(value) ? value : Buffer.from(value);
    first.push(chunk);
    length += chunk.length;
  }
  async function* chunks() {
    try {
      yield* first;
      if (whole) return;
      for (;;) {
        const { value, done } = await iterator.next();
        if (done) return;
        yield Buffer.isBuffer(value) ? value : Buffer.from(value);
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(first), whole, chunks: chunks() };
}
