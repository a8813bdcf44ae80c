import { once } from 'node:events';
import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * One connection that requests one page after another with as little work as possible, so that the client is not the
 * bottleneck.
 *
 * @param {number} port
 */
export async function createRawClient(port) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  /** @type {Buffer[]} */
  let parts = [];
  /** @type {{ resolve(answer: { status: number, text: string }): void, reject(error: unknown): void } | null} */
  let waiting = null;

  socket.on('data', (/** @type {Buffer} */ chunk) => {
    parts.push(chunk);
    const bytes = parts.length === 1 ? chunk : Buffer.concat(parts);
    const answer = readAnswer(bytes);
    if (!answer) return void (parts = [bytes]);
    parts = [];
    const { resolve } = /** @type {NonNullable<typeof waiting>} */ (waiting);
    waiting = null;
    resolve(answer);
  });
  const fail = (/** @type {unknown} */ error) => waiting?.reject(error ?? new Error('The connection ended'));
  socket.on('error', fail);
  socket.on('close', () => fail(undefined));

  return {
    /** @param {string} path @param {string} cookie @returns {Promise<{ status: number, text: string }>} */
    get: (path, cookie) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(`GET ${path} HTTP/1.1\r\nHost: test\r\n${cookie && `Cookie: ${cookie}\r\n`}\r\n`);
      }),
    close: () => socket.destroy(),
  };
}

/** @param {Buffer} bytes @returns {{ status: number, text: string } | null} null: there is more to come */
function readAnswer(bytes) {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const start = end + HEAD_END.length;
  if (bytes.length < start + length) return null;
  return { status: Number(head.slice(9, 12)), text: bytes.toString('latin1', start, start + length) };
}
