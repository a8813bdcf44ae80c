/** @import { IncomingMessage } from 'node:http' */
/** @import { Response } from '../types.d.ts' */
/** @import { Catalog } from '@plinth/plugin' */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding, WORTH_COMPRESSING } from '../http/compression.js';
import { endWith, readyBody, weightOf } from '../http/ready-body.js';

/** @typedef {'identity' | 'gzip' | 'br'} Encoding */
/** @typedef {{ tables: readonly string[], versions: readonly number[], generation: number }} Stamp */
/** @typedef {import('../http/ready-body.js').Body} Body */
/**
 * @typedef {{ catalog: Catalog, stamp: Stamp, until: number, etag: string, headers: string[], bodies: Partial<Record<Encoding, Body | Promise<Body>>>, size: number }} KeptPage
 */

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** What an entry takes beside its bytes, roughly. */
const OVERHEAD = 2000;
/** Headers that belong to one answer or to one encoding. */
const OWN = new Set(['content-length', 'content-encoding', 'set-cookie', 'server-timing', 'connection', 'date']);

/** @param {Buffer} bytes */
export function etagOf(bytes) {
  // Weak: it stands for all encodings of the page.
  return `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;
}

/**
 * @param {{ catalog: Catalog, stamp: Stamp, until: number, bytes: Buffer, etag: string, headers: Record<string, unknown> }} made
 * @returns {KeptPage}
 */
export function keepPage({ catalog, stamp, until, bytes, etag, headers }) {
  const flat = Object.entries(headers)
    .filter(([name]) => !OWN.has(name))
    .flatMap(([name, value]) => [name, String(value)]);
  const bodies = { identity: readyBody(flat, bytes) };
  // Room for the compressed ones, which come when they are asked for.
  return {
    catalog,
    stamp,
    until,
    etag,
    headers: flat,
    bodies,
    size: Math.ceil(weightOf(bytes.length) * 1.5) + OVERHEAD,
  };
}

/**
 * Answers with a kept page.
 *
 * @param {KeptPage} page @param {IncomingMessage} req @param {Response} res
 */
export function sendKept(page, req, res) {
  if (req.headers['if-none-match'] !== undefined && matches(req.headers['if-none-match'], page.etag)) {
    res.writeWholeHead(304, page.headers.slice());
    return void res.end();
  }
  const wanted = encodingFor(page, req.headers['accept-encoding']);
  const body = page.bodies[wanted] ?? (page.bodies[wanted] = compressed(page, wanted));
  if (!(body instanceof Promise)) return write(res, body);
  body.then(
    (done) => {
      page.bodies[wanted] = done;
      write(res, done);
    },
    () => {
      delete page.bodies[wanted];
      write(res, /** @type {Body} */ (page.bodies.identity));
    },
  );
}

/** @param {Response} res @param {Body} body */
function write(res, body) {
  if (res.destroyed) return;
  // A copy: node takes the list for its own.
  res.writeWholeHead(200, body.headers.slice());
  endWith(res, body);
}

/** @param {KeptPage} page @param {Encoding} encoding @returns {Promise<Body>} */
async function compressed(page, encoding) {
  const { bytes } = /** @type {Body} */ (page.bodies.identity);
  const packed =
    encoding === 'gzip'
      ? await zip(bytes, { level: 6 })
      : await brotli(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        });
  return readyBody([...page.headers, 'content-encoding', encoding], packed);
}

/** @param {KeptPage} page @param {string | string[] | undefined} accept @returns {Encoding} */
function encodingFor(page, accept) {
  if (accept === undefined || /** @type {Body} */ (page.bodies.identity).bytes.length < WORTH_COMPRESSING)
    return 'identity';
  return chooseEncoding(accept) ?? 'identity';
}

/** @param {string} header @param {string} etag */
function matches(header, etag) {
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2));
}
