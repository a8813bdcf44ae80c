import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * The floor under the realtime feed: a process with nothing but node:http, which keeps its answers open and writes the
 * bytes that it is given to each of them, in one loop. No Plinth, no database, no rights.
 *
 * Told { start }, it answers { url }; told { event, last, writes }, it writes the event so often, 20 ms apart, each time
 * with another key, and answers when each was begun and what it cost.
 */

/** @type {import('node:net').Socket[]} */
const sockets = [];
const server = createServer((_req, res) => {
  res.useChunkedEncodingByDefault = false;
  res.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' });
  res.flushHeaders();
  const socket = /** @type {import('node:net').Socket} */ (res.socket);
  socket.setNoDelay(true);
  socket.write('event: ready\ndata: {}\n\n');
  sockets.push(socket);
});

/** @param {{ event: string, last: number, writes: number }} order */
async function write({ event, last, writes }) {
  const answered = new Map();
  const before = process.cpuUsage();
  for (let i = 1; i <= writes; i++) {
    // As many digits as the event had.
    const key = last - writes + i;
    const bytes = Buffer.from(event.replace(/"id":\d+/g, `"id":${key}`));
    answered.set(String(key), performance.timeOrigin + performance.now());
    for (const socket of sockets) socket.write(bytes);
    await sleep(20);
  }
  const { user, system } = process.cpuUsage(before);
  return { answered, cpu: user + system };
}

process.on('message', async (/** @type {any} */ message) => {
  if (message.start) {
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      process.send?.({ url: `http://127.0.0.1:${port}` });
    });
  } else process.send?.(await write(message));
});
