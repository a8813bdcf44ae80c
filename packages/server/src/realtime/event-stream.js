/** @import { Response } from '../types.d.ts' */

/** Who does not read for so long is cut off and may come again. */
const MOST_UNREAD = 1_000_000;

/**
 * A response that goes on: server-sent events straight to the socket, ended by its close, so that an event for many is
 * one buffer and costs one write each. Nothing of it is compressed or kept by a proxy.
 *
 * @param {Response} res
 */
export function openEventStream(res) {
  res.useChunkedEncodingByDefault = false;
  res.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  res.flushHeaders();
  const socket = /** @type {import('node:net').Socket} */ (res.socket);
  socket.setNoDelay(true);
  return {
    /** @param {Buffer | string} event */
    send(event) {
      if (socket.destroyed) return;
      socket.write(event);
      if (socket.writableLength > MOST_UNREAD) socket.destroy();
    },
    end: () => void (socket.destroyed || socket.end()),
  };
}
