/** @import { ServerResponse } from 'node:http' */
/** @import { Socket } from 'node:net' */

const OF_HTTP = ['data', 'drain', 'end', 'error', 'pause', 'resume', 'timeout'];
const WRAPPED = /** @type {const} */ (['on', 'addListener', 'prependListener', 'setEncoding']);

/**
 * Detaches a connection from node:http as if it were closed, which frees parser, request and response, 12 KB per
 * connection. From now on, data is written to the socket directly. Node does the same when it passes an http connection
 * to a child process, but has no API for it (leave-http.test.js shows that nothing is left).
 *
 * @param {ServerResponse} res whose headers are sent; its `close` is emitted here
 * @returns {Socket}
 */
export function leaveHttp(res) {
  const socket = /** @type {any} */ (res.socket);
  const closed = socket.listeners('close');
  socket.removeAllListeners('close');
  for (const name of OF_HTTP) socket.removeAllListeners(name);
  // The request would keep its socket alive; listeners of its end may still ask for the address.
  /** @type {any} */ (res.req).socket = { remoteAddress: socket.remoteAddress, destroyed: true };
  for (const close of closed) close.call(socket);
  if (socket._httpMessage) res.detachSocket(socket);
  // http wraps these methods for sockets that it reads itself.
  for (const name of WRAPPED) socket[name] = Object.getPrototypeOf(socket)[name];
  socket.on('error', ignore);
  socket.setTimeout(0);
  socket.allowHalfOpen = false;
  // Ignore what the client sends, but notice when it disconnects.
  socket.readableFlowing = null;
  socket.resume();
  return socket;
}

/** Errors are followed by a close, which is handled. */
function ignore() {}
