import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give to whoever asks for any (32768 and up on Linux, 49152 elsewhere). */
const [FIRST, COUNT] = [15_000, 15_000];

/**
 * A free port for a server that is to come back at the same one: nobody who asks for any port gets it meanwhile.
 *
 * @returns {Promise<number>}
 */
export async function keepablePort() {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const server = createServer();
    const isFree = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
