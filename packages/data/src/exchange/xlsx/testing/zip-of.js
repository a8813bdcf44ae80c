import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** @param {Record<string, string>} parts texts by path @param {{ compress?: boolean }} [options] @returns {Promise<Buffer>} */
export function zipOf(parts, { compress = true } = {}) {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path, { compress });
  zip.end();
  return buffer(/** @type {import('node:stream').Readable} */ (zip.outputStream));
}
