/**
 * Width and height from the first bytes of an image, without decoding it, so that it costs nothing however large the
 * header claims the image is. Null if they are not in the given bytes.
 *
 * @param {Buffer} head @param {string} mime
 * @returns {{ width: number, height: number } | null}
 */
export function imageSize(head, mime) {
  try {
    const size = READERS[mime]?.(head) ?? null;
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    if (error instanceof RangeError) return null; // the header goes on beyond the bytes at hand
    throw error;
  }
}

/** @typedef {{ width: number, height: number } | null} Size */

/** @type {Record<string, (head: Buffer) => Size>} */
const READERS = {
  'image/png': (head) => ({ width: head.readUInt32BE(16), height: head.readUInt32BE(20) }),
  'image/gif': (head) => ({ width: head.readUInt16LE(6), height: head.readUInt16LE(8) }),
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
};

/** Segments up to the frame header (SOF0-SOF15 except DHT, JPG and DAC). @param {Buffer} head @returns {Size} */
function readJpeg(head) {
  for (let at = 2; ;) {
    if (head.readUInt8(at) !== 0xff) return null;
    const marker = head.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) };
    }
    at += 2 + head.readUInt16BE(at + 2);
  }
}

/** The three kinds of WebP: lossy, lossless, extended. @param {Buffer} head @returns {Size} */
function readWebp(head) {
  const kind = head.toString('latin1', 12, 16);
  if (kind === 'VP8 ') return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  if (kind === 'VP8L') {
    const bits = head.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (kind !== 'VP8X') return null;
  return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
}
