import { text } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/**
 * The files of a workbook by their path.
 *
 * @param {Buffer} bytes @returns {Promise<Record<string, string>>}
 */
export async function partsOf(bytes) {
  const zip = await fromBufferPromise(bytes);
  /** @type {Record<string, string>} */
  const parts = {};
  for await (const entry of zip.eachEntry()) parts[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
  return parts;
}
