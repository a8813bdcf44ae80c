import { createHash } from 'node:crypto';
import { TAR_END, tarHeader, tarPadding } from './tar.js';

/** So many lines a list of hashes has: no list grows with the site. */
const LINES = 2000;

/**
 * One entry of a backup: bytes that are known already, or a stream of known size.
 *
 * @typedef {{ name: string, bytes: Buffer } | { name: string, size: number, body: AsyncIterable<Buffer> }} Entry
 */

/**
 * The bytes of a backup: a tar of its entries, with lists of their hashes in between (in the format of sha256sum), and at
 * the end a manifest that has the hashes of these lists.
 *
 * @param {AsyncIterable<Entry>} entries
 * @param {() => object} summary what else goes into the manifest, asked for after the last entry
 * @returns {AsyncGenerator<Buffer>}
 */
export async function* writeArchive(entries, summary) {
  /** @type {string[]} */
  let lines = [];
  /** @type {string[]} */
  const lists = [];
  let count = 0;

  function* list() {
    const bytes = Buffer.from(lines.join(''));
    lines = [];
    lists.push(sha256(bytes));
    yield* file(`hashes/${String(lists.length).padStart(6, '0')}.sha256`, bytes);
  }

  for await (const entry of entries) {
    count++;
    if ('bytes' in entry) {
      yield* file(entry.name, entry.bytes);
      lines.push(`${sha256(entry.bytes)}  ${entry.name}\n`);
    } else {
      yield tarHeader(entry.name, entry.size);
      const hash = createHash('sha256');
      let left = entry.size;
      for await (const chunk of entry.body) {
        left -= chunk.length;
        hash.update(chunk);
        yield chunk;
      }
      if (left !== 0) throw new Error(`${entry.name} changed its size while it was read`);
      yield tarPadding(entry.size);
      lines.push(`${hash.digest('hex')}  ${entry.name}\n`);
    }
    if (lines.length >= LINES) yield* list();
  }
  if (lines.length > 0) yield* list();
  yield* file('manifest.json', Buffer.from(JSON.stringify({ ...summary(), entries: count, hashes: lists })));
  yield TAR_END;
}

/** @param {string} name @param {Buffer} bytes */
function* file(name, bytes) {
  yield tarHeader(name, bytes.length);
  yield bytes;
  yield tarPadding(bytes.length);
}

/** @param {Buffer} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
