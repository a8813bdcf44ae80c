/** @import { IncomingMessage } from 'node:http' */
/** @import { Message } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';

/**
 * Reads a whole body into memory, up to a maximum size. A large one waits until there is room for it.
 *
 * @param {IncomingMessage} req @param {number} maxBytes @param {Message} [wayOut] what to do about one that is larger
 * @returns {Promise<Buffer>}
 * @throws {AppError} BODY_TOO_LARGE (413), BODY_ENCODED (415), BODY_CUT (400), SHARE_USED (429), SERVER_BUSY (503)
 */
export async function readBody(req, maxBytes, wayOut) {
  refuseEncoded(req);
  const length = Number(req.headers['content-length'] ?? 0);
  if (length > maxBytes) throw tooLarge(maxBytes, wayOut);
  // Small bodies have usually arrived completely.
  if (req.complete && !req.readableEnded && req.readableLength <= maxBytes) return readHere(req);
  const isChunked = req.headers['transfer-encoding'] !== undefined;
  const room = roomFor(req, isChunked ? maxBytes : length);
  if (room) await room;
  return new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const chunks = [];
    let size = 0;
    const cut = (/** @type {unknown} */ cause) => reject(bodyCut(cause));
    if (req.readableEnded) return resolve(Buffer.alloc(0));
    if (req.destroyed) return cut(req.errored);
    req.on('data', (chunk) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else {
        // Ignore the rest; the response closes the connection.
        req.pause();
        reject(tooLarge(maxBytes, wayOut));
      }
    });
    req.once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size)));
    req.once('error', cut);
    req.once('close', () => req.complete || cut(undefined));
  });
}

/** What has arrived. From Node 26 on, `read` returns one piece at a time. @param {IncomingMessage} req @returns {Buffer} */
function readHere(req) {
  const first = req.read() ?? Buffer.alloc(0);
  const pieces = [first];
  for (let piece = req.read(); piece !== null; piece = req.read()) pieces.push(piece);
  return pieces.length === 1 ? first : Buffer.concat(pieces);
}

/**
 * Room in memory for so much of a body, until the request is answered.
 *
 * @param {IncomingMessage & { roomFor?: (bytes: number) => Promise<void> | null }} req @param {number} bytes
 * @returns {Promise<void> | null} null: there is nothing to wait for
 */
export const roomFor = (req, bytes) => req.roomFor?.(bytes) ?? null;

/** @param {unknown} cause */
export function bodyCut(cause) {
  return new AppError('BODY_CUT', 'The request ended before its body was complete', { status: 400, cause });
}

/**
 * Refuses compressed bodies: they could be any size once unpacked, and no browser sends them.
 *
 * @param {IncomingMessage} req
 */
export function refuseEncoded(req) {
  const encoding = req.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return;
  throw new AppError('BODY_ENCODED', phrase`Request bodies encoded with ${encoding} are not accepted`, {
    status: 415,
    hint: 'Send the body without Content-Encoding',
  });
}

/** @param {IncomingMessage} req @returns {string} the media type without parameters, in lower case */
export function contentType(req) {
  return (req.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
}

/** @param {number} maxBytes @param {Message} [wayOut] */
export function tooLarge(maxBytes, wayOut = 'Send smaller requests') {
  return new AppError('BODY_TOO_LARGE', phrase`The request is too large: at most ${readable(maxBytes)} are accepted`, {
    status: 413,
    hint: wayOut,
  });
}

/** @param {number} most */
export function tooManyFields(most) {
  return new AppError('BODY_TOO_LARGE', phrase`The form has more than ${most} fields`, {
    status: 413,
    hint: 'Send it in parts, or use the API',
  });
}

/** @param {number} bytes */
export function readable(bytes) {
  if (bytes >= 1024 ** 3) return `${Math.round(bytes / 1024 ** 3)} GB`;
  if (bytes >= 1024 * 1024) return `${Math.round(bytes / 1024 / 1024)} MB`;
  return bytes >= 1024 ? `${Math.round(bytes / 1024)} KB` : `${bytes} bytes`;
}
