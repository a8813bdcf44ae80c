/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Assets } from '../types.d.ts' */
/** @import { Asset, AssetIndex } from './asset-index.js' */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chooseEncoding, compress, WORTH_COMPRESSING } from '../http/compression.js';
import { byteRange } from './byte-range.js';

const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Static files under /assets/<hash>/<owner>/<path>, kept by browsers for good, and /assets/site.css, which follows the
 * site's settings. Each compressed form is made once, when it is first asked for.
 *
 * @param {AssetIndex} index
 * @param {{ siteCss: () => string }} options
 * @returns {Assets}
 */
export function createAssets(index, { siteCss }) {
  /** @type {Map<string, Promise<Buffer>>} */
  const packed = new Map();
  /** @param {string} key @param {Buffer} bytes @param {'br' | 'gzip'} encoding */
  const packOnce = (key, bytes, encoding) => {
    let made = packed.get(`${encoding}:${key}`);
    if (!made) packed.set(`${encoding}:${key}`, (made = compress(bytes, encoding, 'asset')));
    return made;
  };

  return {
    url: (path) => `/assets/${index.hash}/${path}`,
    has: (path) => index.files.has(path),
    serve(req, res, pathname) {
      if (req.method !== 'GET' && req.method !== 'HEAD') return false;
      if (pathname === '/assets/site.css') {
        serveSiteCss(req, res, siteCss());
        return true;
      }
      const [, , hash, ...rest] = pathname.split('/');
      const name = rest.join('/');
      const asset = index.files.get(name);
      if (!asset) return false;
      // An address of an older or newer release: right file, but nothing to be kept for good.
      const kept = hash === index.hash ? FOREVER : 'public, no-cache';
      serveAsset(req, res, asset, {
        kept,
        etag: `"${index.hash}"`,
        packOnce: (encoding) => packOnce(name, /** @type {Buffer} */ (asset.text), encoding),
      });
      return true;
    },
  };
}

/** @param {IncomingMessage} req @param {ServerResponse} res @param {string} css */
function serveSiteCss(req, res, css) {
  const bytes = Buffer.from(css);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`;
  res.setHeader('cache-control', req.url?.includes('?v=') ? FOREVER : 'public, no-cache');
  res.setHeader('etag', etag);
  if (matches(req, etag)) return notModified(res);
  res.writeHead(200, { 'content-type': 'text/css; charset=utf-8', 'content-length': bytes.length });
  res.end(bytes);
}

/**
 * @param {IncomingMessage} req @param {ServerResponse} res @param {Asset} asset
 * @param {{ kept: string, etag: string, packOnce: (encoding: 'br' | 'gzip') => Promise<Buffer> }} options
 */
function serveAsset(req, res, asset, { kept, etag, packOnce }) {
  res.setHeader('cache-control', kept);
  res.setHeader('etag', etag);
  res.setHeader('content-type', asset.type);
  if (matches(req, etag)) return notModified(res);
  if (asset.text) return serveText(req, res, asset.text, packOnce);
  const range = byteRange(req.headers.range, asset.size);
  res.setHeader('accept-ranges', 'bytes');
  if (range === 'unsatisfiable') {
    res.writeHead(416, { 'content-range': `bytes */${asset.size}` });
    res.end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: asset.size - 1 };
  res.setHeader('content-length', end - start + 1);
  if (range) res.setHeader('content-range', `bytes ${start}-${end}/${asset.size}`);
  res.statusCode = range ? 206 : 200;
  if (req.method === 'HEAD' || asset.size === 0) return void res.end();
  const stream = createReadStream(asset.file, { start, end });
  stream.on('error', () => res.destroy());
  stream.pipe(res);
}

/**
 * @param {IncomingMessage} req @param {ServerResponse} res @param {Buffer} bytes
 * @param {(encoding: 'br' | 'gzip') => Promise<Buffer>} packOnce
 */
function serveText(req, res, bytes, packOnce) {
  const encoding = bytes.length >= WORTH_COMPRESSING ? chooseEncoding(req.headers['accept-encoding']) : null;
  res.setHeader('vary', 'Accept-Encoding');
  if (!encoding) return finish(res, bytes);
  packOnce(encoding).then(
    (small) => {
      res.setHeader('content-encoding', encoding);
      finish(res, small);
    },
    () => finish(res, bytes),
  );
}

/** @param {ServerResponse} res @param {Buffer} bytes */
function finish(res, bytes) {
  res.writeHead(200, { 'content-length': bytes.length });
  res.end(bytes);
}

/** @param {IncomingMessage} req @param {string} etag */
function matches(req, etag) {
  return (req.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** @param {ServerResponse} res */
function notModified(res) {
  res.removeHeader('content-type');
  res.writeHead(304);
  res.end();
}
