/** @import { Peer } from '@plinth/cli/benchmarks' */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRunFolder, onPath, startListening } from '@plinth/cli/benchmarks';
import { peer as bare } from '../peers/node-http.js';

const script = fileURLToPath(new URL('./child-server.js', import.meta.url));

/**
 * A page cache that has the answer in memory, before a bare server that sends it once. `configure` returns the text of its
 * configuration, and `command` starts it with that file.
 *
 * @param {string} system @param {string} program
 * @param {{ configure: (ports: { own: number, behind: string }, folder: string, workers: number) => string,
 *   command: (file: string, port: number, folder: string) => string[] }} parts
 * @returns {Peer}
 */
export const pageCache = (system, program, { configure, command }) => ({
  system,
  caches: true,
  lacks: () => (onPath(program) ? null : system),
  async start(answer, { workers, cores }) {
    const behind = await bare.start(answer, { workers: 1, cores });
    const { folder, remove } = createRunFolder();
    const own = await freePort();
    const file = path.join(folder, 'configuration');
    writeFileSync(file, configure({ own, behind: new URL(behind.url).port }, folder, workers));
    const close = async () => {
      await behind.stop();
      await remove();
    };
    try {
      const pinned = cores ? ['taskset', '-c', cores] : [];
      const run = [process.execPath, script, String(own), program, ...command(file, own, folder)];
      const server = await startListening([...pinned, ...run]);
      return { url: server.url, pid: server.pid, stop: () => server.stop().then(close) };
    } catch (error) {
      await close();
      throw error;
    }
  },
});

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
