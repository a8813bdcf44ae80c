import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** @param {Record<string, string>} parts texts by path @returns {Promise<Buffer>} */
export function zipOf(parts) {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return buffer(/** @type {import('node:stream').Readable} */ (zip.outputStream));
}
