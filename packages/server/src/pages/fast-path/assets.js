/** @import { Assets, Request, Response } from '../../types.d.ts' */
/** @import { Asset, AssetIndex } from '../../http/assets/asset-index.js' */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createImports } from '../../http/assets/module-imports.js';
import { Answer } from '../../http/requests/answer.js';
import { compress } from '../../http/requests/compression.js';
import { PackedAnswer } from '../../http/requests/packed-answer.js';

const FOREVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'public, no-cache';
const SITE_CSS = '/assets/site.css';

/**
 * Static files under /assets/<hash>/<owner>/<path>, cached by browsers for good, and /assets/site.css, which follows
 * the site's settings. They are sent from memory, with their headers; only large ones that don't compress are streamed.
 *
 * @param {AssetIndex} index
 * @param {{ siteCss: () => string, head: readonly string[], packed?: typeof compress }} options head: headers of every
 *   response, alternating names and values; packed: makes compressed forms, or has them
 * @returns {Assets}
 */
export function createAssets(index, { siteCss, head, packed = compress }) {
  const own = `/assets/${index.hash}/`;
  /**
   * By requested URL; with the hash of another release, the same file is sent without caching.
   *
   * @type {Map<string, Answer | PackedAnswer>}
   */
  const lasting = new Map();
  /** @type {Map<string, Answer | PackedAnswer>} */
  const passing = new Map();
  const site = createSiteCss(siteCss, head);

  const importsOf = createImports(index.files);

  /** @param {string} name @param {Asset} asset @param {boolean} forever */
  function answerOf(name, asset, forever) {
    const store = forever ? lasting : passing;
    const key = own + name;
    let made = store.get(key);
    if (!made) store.set(key, (made = prepare(asset, index.hash, [...head, ...cacheControl(forever)], packed)));
    return made;
  }

  return {
    url: (path) => own + (index.joined.get(path) ?? path),
    has: (path) => index.files.has(path),
    imports: (scripts) => importsOf(scripts.map((url) => url.slice(own.length))).map((name) => own + name),
    answer(req, res) {
      const { url } = req;
      const ready = lasting.get(url);
      if (ready) return send(ready, req, res);
      const mark = url.indexOf('?');
      const pathname = mark < 0 ? url : url.slice(0, mark);
      if (pathname === SITE_CSS) return send(site(url.includes('?v=')), req, res);
      const [, , hash, ...rest] = pathname.split('/');
      const name = rest.join('/');
      const asset = index.files.get(name);
      // The URL of an older or newer release: send the file, but don't let it be cached forever.
      return asset !== undefined && send(answerOf(name, asset, hash === index.hash), req, res);
    },
  };
}

/** @param {boolean} forever */
const cacheControl = (forever) => ['cache-control', forever ? FOREVER : ASK_AGAIN];

/** @param {Asset} asset @param {string} tag @param {readonly string[]} head @param {typeof compress} packed */
function prepare({ file, type, size, bytes, compressible, packed: isPacked }, tag, head, packed) {
  if (isPacked) return new PackedAnswer({ head, type, tag, size, open: () => createReadStream(file) });
  if (bytes) return new Answer({ head, type, tag, bytes, effort: compressible ? 'asset' : null, packed });
  return new Answer({ head, type, tag, size, open: (range) => createReadStream(file, range ?? {}) });
}

/** @param {Answer | PackedAnswer} answer @param {Request} req @param {Response} res */
function send(answer, req, res) {
  answer.send(req, res);
  return true;
}

/** Rebuilt when the settings have changed. @param {() => string} siteCss @param {readonly string[]} head */
function createSiteCss(siteCss, head) {
  let css = '';
  /** @type {{ forever: Answer, passing: Answer } | null} */
  let made = null;
  return (/** @type {boolean} */ forever) => {
    const now = siteCss();
    if (!made || now !== css) {
      css = now;
      const bytes = Buffer.from(css);
      const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
      const of = (/** @type {boolean} */ lasts) =>
        new Answer({ head: [...head, ...cacheControl(lasts)], type: 'text/css; charset=utf-8', tag, bytes });
      made = { forever: of(true), passing: of(false) };
    }
    return forever ? made.forever : made.passing;
  };
}
