/** @import { IncomingMessage } from 'node:http' */
/** @import { Socket } from 'node:net' */

/** So long, in ms, what still comes after an answer is read and thrown away. */
const PATIENCE = 5_000;

/**
 * For an answer that goes out while its request is still coming, as of an upload that is too large: the connection
 * closes after it, but what comes is read for a while. If it closed at once the client would be told of a reset, and
 * many would never show the answer that says why.
 *
 * @param {IncomingMessage} req whose answer is about to be sent with "connection: close"
 */
export function lingerAfter(req) {
  // node:http calls it when the answer is out.
  req.socket.destroySoon = endAndWait;
  req.once('end', () => req.socket.writableFinished && req.socket.destroy());
  req.resume();
}

/** Nothing more that comes on such a connection is answered. @param {Socket} socket */
export const isLingering = (socket) => socket.destroySoon === endAndWait;

/** @this {Socket} */
function endAndWait() {
  const over = setTimeout(() => this.destroy(), PATIENCE);
  this.once('close', () => clearTimeout(over));
  this.end();
}
