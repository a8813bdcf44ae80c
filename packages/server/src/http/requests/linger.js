/** @import { IncomingMessage } from 'node:http' */
/** @import { Socket } from 'node:net' */

/** How long to drain the request after an early response, in ms. */
const PATIENCE = 5_000;

/**
 * For a response that is sent while its request is still arriving, such as an upload that is too large. The connection
 * is closed afterwards, but drained for a while first: closing it at once would cause a reset, and many clients would
 * never show the response.
 *
 * @param {IncomingMessage} req whose response is about to be sent with "connection: close"
 */
export function lingerAfter(req) {
  // node:http calls it when the response is sent.
  req.socket.destroySoon = endAndWait;
  req.once('end', () => req.socket.writableFinished && req.socket.destroy());
  req.resume();
}

/** Ignores further requests on such a connection. @param {Socket} socket */
export const isLingering = (socket) => socket.destroySoon === endAndWait;

/** @this {Socket} */
function endAndWait() {
  const over = setTimeout(() => this.destroy(), PATIENCE);
  this.once('close', () => clearTimeout(over));
  this.end();
}
