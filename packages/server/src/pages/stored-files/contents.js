/** @import { App } from '../../types.d.ts' */
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { securityHeaderPairs } from '../../http/requests/security-headers.js';
import { Answer } from '../../http/requests/answer.js';
import { disposition } from '../../http/requests/disposition.js';

/** @typedef {Awaited<ReturnType<App['data']['files']['get']>>} StoredFile */

const MB = 2 ** 20;
/** Larger files are streamed. */
const LARGEST = MB;
const OVERHEAD = 2000;

/**
 * Files as responses, small ones with their bytes in memory. The content of a file id never changes, but its name can.
 *
 * @param {{ data: Pick<App['data'], 'files'>, secure: boolean, maxBytes: number }} options
 */
export function createContents({ data, secure, maxBytes }) {
  const common = protectedHead(secure);
  /** @type {LRUCache<string, { name: string, mime: string, answer: Answer }>} */
  const cached = new LRUCache({
    maxSize: Math.floor(maxBytes),
    sizeCalculation: ({ answer }) => answer.weight + OVERHEAD,
  });

  /** @param {StoredFile} file */
  const aboutOf = ({ id, name, mime, sha256 }) => ({
    head: [...common, 'content-disposition', disposition(name)],
    type: mime,
    tag: sha256 ?? id,
  });

  /** @param {StoredFile} file @param {Buffer} bytes */
  function keep(file, bytes) {
    const answer = new Answer({ ...aboutOf(file), bytes });
    cached.set(file.id, { name: file.name, mime: file.mime, answer });
    return answer;
  }

  /** From memory. @param {StoredFile} file @returns {Answer | null} */
  function of(file) {
    const found = cached.get(file.id);
    if (!found) return null;
    if (found.name === file.name && found.mime === file.mime) return found.answer;
    return keep(file, /** @type {Buffer} */ (found.answer.bytes));
  }

  return {
    of,
    /** @param {StoredFile} file @returns {Promise<Answer>} */
    async read(file) {
      const known = of(file);
      if (known) return known;
      if (file.size <= LARGEST) return keep(file, await buffer(await data.files.content(file)));
      const open = (/** @type {{ start: number, end: number } | null} */ range) =>
        data.files.content(file, range ? { range } : {});
      return new Answer({ ...aboutOf(file), size: file.size, open });
    },
    bytes: () => cached.calculatedSize,
  };
}

/** Whatever a file contains, a browser must do nothing with it but show pixels. */
const PROTECTION = Object.freeze({
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  // Rights can change, so the browser revalidates each time; an unchanged file costs a 304.
  'cache-control': 'private, no-cache',
});

/** Headers of every stored file, alternating names and values. @param {boolean} secure */
export function protectedHead(secure) {
  const base = securityHeaderPairs({ https: secure }).filter(([name]) => !(name.toLowerCase() in PROTECTION));
  return [...base, ...Object.entries(PROTECTION)].flat();
}
