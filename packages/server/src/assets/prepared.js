/** @import { IncomingMessage, ServerResponse } from 'node:http' */
import { byteRange } from './byte-range.js';
import { chooseEncoding, compress, WORTH_COMPRESSING } from '../http/compression.js';
import { endWith, readyBody } from '../http/ready-body.js';

/**
 * An answer whose bytes and headers stand ready: sending it is one look-up and one write.
 *
 * @typedef {import('../http/ready-body.js').Body} Body
 * @typedef {{
 *   etag: string, common: readonly string[], unchanged: readonly string[], compressible: boolean,
 *   bodies: { identity: Body, gzip?: Body | Promise<Body>, br?: Body | Promise<Body> },
 * }} Prepared
 */

/**
 * @param {{ bytes: Buffer, type: string, tag: string, headers: readonly string[], compressible?: boolean }} answer
 *   tag: names the content; headers: flat list of all others
 * @returns {Prepared}
 */
export function prepare({ bytes, type, tag, headers, compressible = false }) {
  const packed = compressible && bytes.length >= WORTH_COMPRESSING;
  // A weak tag stands for all encodings of the bytes, and nobody joins parts of two of them by it.
  const etag = packed ? `W/"${tag}"` : `"${tag}"`;
  const unchanged = [...headers, 'etag', etag, ...(packed ? ['vary', 'Accept-Encoding'] : [])];
  const common = [...unchanged, 'content-type', type, ...(packed ? [] : ['accept-ranges', 'bytes'])];
  return { etag, common, unchanged, compressible: packed, bodies: { identity: readyBody(common, bytes) } };
}

/**
 * Answers with it: whole, compressed, a part, or that nothing has changed.
 *
 * @param {Prepared} prepared @param {IncomingMessage} req @param {ServerResponse} res
 */
export function sendPrepared(prepared, req, res) {
  const { headers } = req;
  const known = headers['if-none-match'];
  if (known !== undefined && tagMatches(known, prepared.etag)) {
    res.writeHead(304, prepared.unchanged.slice());
    return void res.end();
  }
  if (headers.range !== undefined && req.method === 'GET') return sendPart(prepared, req, res);
  const encoding = prepared.compressible ? chooseEncoding(headers['accept-encoding']) : null;
  if (encoding === null) return write(req, res, prepared.bodies.identity);
  const body = (prepared.bodies[encoding] ??= packedBody(prepared, encoding));
  if (!(body instanceof Promise)) return write(req, res, body);
  body.then((ready) => write(req, res, ready));
}

/** Whether a browser has it already. @param {string} header If-None-Match @param {string} etag */
export function tagMatches(header, etag) {
  if (header === etag || header === '*') return true;
  const plain = etag.replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === plain);
}

/** Parts are parts of the plain bytes. @param {Prepared} prepared @param {IncomingMessage} req @param {ServerResponse} res */
function sendPart({ etag, common, bodies: { identity } }, req, res) {
  const { bytes } = identity;
  const condition = req.headers['if-range'];
  const isSame = condition === undefined || (condition === etag && !etag.startsWith('W/'));
  const range = isSame ? byteRange(req.headers.range, bytes.length) : null;
  if (range === null) return write(req, res, identity);
  if (range === 'unsatisfiable') {
    res.writeHead(416, [...common, 'content-range', `bytes */${bytes.length}`, 'content-length', '0']);
    return void res.end();
  }
  const { start, end } = range;
  const length = String(end - start + 1);
  res.writeHead(206, [...common, 'content-range', `bytes ${start}-${end}/${bytes.length}`, 'content-length', length]);
  res.end(bytes.subarray(start, end + 1));
}

/** @param {IncomingMessage} req @param {ServerResponse} res @param {Body} body */
function write(req, res, body) {
  if (res.destroyed) return;
  // A copy: node takes the list for its own.
  res.writeHead(200, body.headers.slice());
  if (req.method === 'HEAD') res.end();
  else endWith(res, body);
}

/** Made once, when it is first asked for. @param {Prepared} prepared @param {'br' | 'gzip'} encoding @returns {Promise<Body>} */
async function packedBody(prepared, encoding) {
  const { common, bodies } = prepared;
  try {
    const bytes = await compress(bodies.identity.bytes, encoding, 'asset');
    return (bodies[encoding] = readyBody([...common, 'content-encoding', encoding], bytes));
  } catch {
    delete bodies[encoding];
    return bodies.identity;
  }
}
