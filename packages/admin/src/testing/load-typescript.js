import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const FILE = new URL('../../../views/assets/vendor/typescript/typescript.js.br', import.meta.url);

/** The compiler as browsers get it. @returns {Promise<import('../assets/functions/types/host.js').Compiler>} */
export async function loadTypescript() {
  const code = await promisify(brotliDecompress)(await readFile(FILE));
  return import(`data:text/javascript;base64,${code.toString('base64')}`);
}
