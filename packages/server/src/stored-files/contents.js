/** @import { App } from '../types.d.ts' */
/** @import { Prepared } from '../assets/prepared.js' */
import { buffer } from 'node:stream/consumers';
import { availableMemoryMb } from '@plinth/data/embedded';
import { LRUCache } from 'lru-cache';
import { prepare } from '../assets/prepared.js';
import { weightOf } from '../http/ready-body.js';
import { securityHeaderPairs } from '../http/security-headers.js';

/** @typedef {Awaited<ReturnType<App['data']['files']['get']>>} StoredFile */

const MB = 2 ** 20;
/** Larger files are streamed. */
const LARGEST = MB;
const OVERHEAD = 2000;

/** A part of the memory there is. */
const fittedBytes = () => Math.min(128, Math.max(8, availableMemoryMb() / 32)) * MB;

/**
 * Small files in memory, with their headers. A file's content never changes under its id; its name can.
 *
 * @param {{ data: Pick<App['data'], 'files'>, secure: boolean, maxBytes?: number }} options
 */
export function createContents({ data, secure, maxBytes = fittedBytes() }) {
  const base = securityHeaderPairs({ https: secure }).filter(([name]) => !(name.toLowerCase() in PROTECTION));
  const common = [...base, ...Object.entries(PROTECTION)].flat();
  /** @type {LRUCache<string, { name: string, mime: string, bytes: Buffer, prepared: Prepared }>} */
  const kept = new LRUCache({
    maxSize: Math.floor(maxBytes),
    sizeCalculation: ({ bytes }) => weightOf(bytes.length) + OVERHEAD,
  });

  /** @param {StoredFile} file @param {Buffer} bytes */
  function keep({ id, name, mime, sha256 }, bytes) {
    const headers = [...common, 'content-disposition', disposition(name)];
    const prepared = prepare({ bytes, type: mime, tag: sha256, headers });
    kept.set(id, { name, mime, bytes, prepared });
    return prepared;
  }

  /** @param {StoredFile} file @returns {Prepared | null} */
  function of(file) {
    const found = kept.get(file.id);
    if (!found) return null;
    return found.name === file.name && found.mime === file.mime ? found.prepared : keep(file, found.bytes);
  }

  return {
    of,
    /** @param {StoredFile} file @returns {Promise<Prepared | null>} null: too large to be kept */
    async read(file) {
      if (file.size > LARGEST) return null;
      return of(file) ?? keep(file, await buffer(await data.files.content(file)));
    },
    bytes: () => kept.calculatedSize,
  };
}

/** Whatever a file holds, a browser does nothing with it but show pixels. */
export const PROTECTION = Object.freeze({
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  // Rights can change; the browser asks each time, and an unchanged file costs nothing.
  'cache-control': 'private, no-cache',
});

/**
 * Always a download: <img> and the like show it nevertheless. Names of any script, and nothing that ends the line.
 *
 * @param {string} name
 */
export function disposition(name) {
  const plain = name.normalize('NFKD').replace(/[^\w.\- ]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
