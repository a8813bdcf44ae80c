/** @import { ServerResponse } from 'node:http' */
/** @import { Socket } from 'node:net' */

const OF_HTTP = ['data', 'drain', 'end', 'error', 'pause', 'resume', 'timeout'];
const WRAPPED = /** @type {const} */ (['on', 'addListener', 'prependListener', 'setEncoding']);

/**
 * Takes a connection out of node:http, as if it were closed to it: parser, request and answer are let go, 12 KB for each
 * connection. What is written from now on goes to the socket alone. Node does the like when a child process is handed an
 * http connection; it has no call for it (leave-http.test.js shows that nothing is left).
 *
 * @param {ServerResponse} res whose headers are out; its `close` is emitted here
 * @returns {Socket}
 */
export function leaveHttp(res) {
  const socket = /** @type {any} */ (res.socket);
  const closed = socket.listeners('close');
  socket.removeAllListeners('close');
  for (const name of OF_HTTP) socket.removeAllListeners(name);
  // The request would take its connection along; whoever hears of its end may ask where it came from.
  /** @type {any} */ (res.req).socket = { remoteAddress: socket.remoteAddress, destroyed: true };
  for (const close of closed) close.call(socket);
  if (socket._httpMessage) res.detachSocket(socket);
  // http watches who listens to a socket that it reads itself.
  for (const name of WRAPPED) socket[name] = Object.getPrototypeOf(socket)[name];
  socket.on('error', ignore);
  socket.setTimeout(0);
  socket.allowHalfOpen = false;
  // What else the client sends is of no interest, but its end is.
  socket.readableFlowing = null;
  socket.resume();
  return socket;
}

/** Whoever wrote last hears of the close, which follows. */
function ignore() {}
