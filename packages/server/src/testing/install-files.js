/** @import { startTestServer } from './start-test-server.js' */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Installs a plugin whose files are these, from a folder of the server's that goes with it.
 *
 * @param {Awaited<ReturnType<typeof startTestServer>>} server @param {string} name @param {Record<string, string>} files by path
 */
export async function installFiles(server, name, files) {
  const folder = path.join(server.dataDir, name);
  const manifest = { name: `plinth-${name}`, version: '1.0.0', type: 'module', exports: './index.js' };
  for (const [file, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files })) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  await server.runtime.plugins.install(server.system, folder);
}
