/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Assets } from '../types.d.ts' */
/** @import { Asset, AssetIndex } from './asset-index.js' */
/** @import { Prepared } from './prepared.js' */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { byteRange } from './byte-range.js';
import { prepare, sendPrepared, tagMatches } from './prepared.js';

const FOREVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'public, no-cache';
const SITE_CSS = '/assets/site.css';

/**
 * Static files under /assets/<hash>/<owner>/<path>, kept by browsers for good, and /assets/site.css, which follows the
 * site's settings. They are answered from memory, headers and all; only large ones that don't compress are streamed.
 *
 * @param {AssetIndex} index
 * @param {{ siteCss: () => string }} options
 * @returns {Assets}
 */
export function createAssets(index, { siteCss }) {
  const own = `/assets/${index.hash}/`;
  /** By address as it is asked for; under the hash of another release the same file is not kept. @type {Map<string, Prepared>} */
  const kept = new Map();
  /** @type {Map<string, Prepared>} */
  const passing = new Map();
  const site = createSiteCss(siteCss);

  /** @param {string} name @param {Asset} asset @param {boolean} forever @param {readonly string[]} base */
  function prepareAsset(name, asset, forever, base) {
    const store = forever ? kept : passing;
    const key = own + name;
    let made = store.get(key);
    if (!made) {
      const { type, compressible } = asset;
      const bytes = /** @type {Buffer} */ (asset.bytes);
      const headers = [...base, 'cache-control', forever ? FOREVER : ASK_AGAIN];
      store.set(key, (made = prepare({ bytes, type, tag: index.hash, headers, compressible })));
    }
    return made;
  }

  return {
    url: (path) => own + path,
    has: (path) => index.files.has(path),
    answer(req, res, base) {
      const { method, url = '' } = req;
      if (method !== 'GET' && method !== 'HEAD') return false;
      const ready = kept.get(url);
      if (ready) return (sendPrepared(ready, req, res), true);
      const mark = url.indexOf('?');
      const pathname = mark < 0 ? url : url.slice(0, mark);
      if (pathname === SITE_CSS) return (sendPrepared(site(url.includes('?v='), base), req, res), true);
      const [, , hash, ...rest] = pathname.split('/');
      const name = rest.join('/');
      const asset = index.files.get(name);
      if (!asset) return false;
      // An address of an older or newer release: right file, but nothing to be kept for good.
      const forever = hash === index.hash;
      if (asset.bytes) sendPrepared(prepareAsset(name, asset, forever, base), req, res);
      else
        stream(req, res, asset, [...base, 'cache-control', forever ? FOREVER : ASK_AGAIN, 'etag', `"${index.hash}"`]);
      return true;
    },
  };
}

/** Made anew when the settings have changed. @param {() => string} siteCss */
function createSiteCss(siteCss) {
  let css = '';
  /** @type {{ forever: Prepared, passing: Prepared } | null} */
  let made = null;
  return (/** @type {boolean} */ forever, /** @type {readonly string[]} */ base) => {
    const now = siteCss();
    if (!made || now !== css) {
      css = now;
      const bytes = Buffer.from(css);
      const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
      const of = (/** @type {string} */ control) =>
        prepare({ bytes, type: 'text/css; charset=utf-8', tag, headers: [...base, 'cache-control', control] });
      made = { forever: of(FOREVER), passing: of(ASK_AGAIN) };
    }
    return forever ? made.forever : made.passing;
  };
}

/** @param {IncomingMessage} req @param {ServerResponse} res @param {Asset} asset @param {string[]} headers */
function stream(req, res, { file, size, type }, headers) {
  const etag = headers[headers.length - 1];
  if (tagMatches(req.headers['if-none-match'] ?? '', etag)) {
    res.writeHead(304, headers);
    return void res.end();
  }
  const condition = req.headers['if-range'];
  // A part of this release's file must not be joined to one of another's.
  const isSame = req.method === 'GET' && (condition === undefined || condition === etag);
  const range = isSame ? byteRange(req.headers.range, size) : null;
  if (range === 'unsatisfiable') {
    res.writeHead(416, [...headers, 'content-range', `bytes */${size}`, 'content-length', '0']);
    return void res.end();
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const part = range ? ['content-range', `bytes ${start}-${end}/${size}`] : [];
  const own = ['content-type', type, 'accept-ranges', 'bytes', 'content-length', String(end - start + 1), ...part];
  res.writeHead(range ? 206 : 200, [...headers, ...own]);
  if (req.method === 'HEAD' || size === 0) return void res.end();
  const content = createReadStream(file, { start, end });
  content.on('error', () => res.destroy());
  content.pipe(res);
}
