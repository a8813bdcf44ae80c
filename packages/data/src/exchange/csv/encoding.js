/** @import { Encoding } from './encodings/list.js' */
import { createDecoder } from './encodings/decoder.js';
import { guessEncoding } from './encodings/guess-encoding.js';

/**
 * The encoding of a text by its beginning: a byte order mark, the zeros of UTF-16, UTF-8 (even with a few broken
 * characters, whose rows are refused later), otherwise the one that makes the most sense of its bytes.
 *
 * @param {Buffer} head @param {boolean} whole the text ends with these bytes
 * @returns {Encoding}
 */
export function detectEncoding(head, whole) {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const start = head.subarray(0, 4096);
  const zeros = countZeros(start);
  if (zeros.odd > zeros.even * 4 && isUtf16(start, 'utf-16le')) return 'utf-16le';
  if (zeros.even > zeros.odd * 4 && isUtf16(start, 'utf-16be')) return 'utf-16be';
  if (isUtf8(head, whole)) return hasEscapes(head) ? 'iso-2022-jp' : 'utf-8';
  if (isMostlyUtf8(head)) return 'utf-8';
  return /** @type {Encoding} */ (guessEncoding(head, whole));
}

/**
 * Whether bytes are not text, such as a picture: control characters and unassigned characters are rare in text of any
 * encoding.
 *
 * @param {Buffer} head @param {Encoding} encoding
 */
export function isBinary(head, encoding) {
  const start = head.subarray(0, 65_536);
  const isWide = encoding.startsWith('utf-16');
  // In encodings of two bytes, nearly any noise makes characters.
  if (!isWide && start.filter((byte) => isControl(byte)).length * 30 > start.length) return true;
  const text = createDecoder(encoding).decode(start, { stream: true });
  return oddCount(text) * 20 > text.length;
}

/**
 * The number of the first line that is not in an encoding, 0 if none is.
 *
 * @param {Buffer} head @param {Encoding} encoding
 */
export function firstOddLine(head, encoding) {
  const text = createDecoder(encoding).decode(head, { stream: true });
  const at = text.search(ODD);
  return at < 0 ? 0 : text.slice(0, at).split(/\r\n|\n|\r/).length;
}

const ODD = /(?![\t\n\r])[\p{Cc}\p{Cn}\p{Co}\ufffd]/u;
/** @param {string} text */
const oddCount = (text) => text.match(new RegExp(ODD, 'gu'))?.length ?? 0;

/** Tab, line ends, form feed, the old end of file and the escape of ISO-2022 aside. @param {number} byte */
const isControl = (byte) => byte < 32 && ![9, 10, 12, 13, 26, 27].includes(byte);

/** @param {Buffer} bytes */
function countZeros(bytes) {
  const found = { even: 0, odd: 0 };
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) found[at % 2 ? 'odd' : 'even']++;
  return found;
}

/** A few zeros may also be in other texts. @param {Buffer} start @param {Encoding} encoding */
function isUtf16(start, encoding) {
  const text = createDecoder(encoding).decode(start, { stream: true });
  return /[\n\r,;\t|]/.test(text) && oddCount(text) * 20 <= text.length;
}

/** Japanese mails and old systems switch between alphabets. @param {Buffer} head */
const hasEscapes = (head) => head.includes('\x1b$B', 0, 'latin1') || head.includes('\x1b$@', 0, 'latin1');

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
 * Valid multi-byte characters hardly ever occur by chance in other encodings.
 *
 * @param {Buffer} head
 */
function isMostlyUtf8(head) {
  const text = new TextDecoder('utf-8').decode(head, { stream: true });
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const good = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0;
  return good >= broken * 2;
}

/**
 * Decodes bytes piece by piece. Invalid bytes become U+FFFD, and the row that has them is refused.
 *
 * @param {AsyncIterable<Buffer>} chunks @param {Encoding} encoding
 * @returns {AsyncGenerator<string>}
 */
export async function* decode(chunks, encoding) {
  const decoder = createDecoder(encoding);
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text) yield text;
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}
