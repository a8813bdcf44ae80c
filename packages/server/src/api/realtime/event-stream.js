/** @import { App, Response } from '../../types.d.ts' */
/** @import { Socket } from 'node:net' */
import { leaveHttp } from './leave-http.js';

/** Who has so much unread when something else is to be told, in bytes, does not read: he is cut off and may come again. */
const MOST_UNREAD = 1_000_000;
/** Who does not take the last words is cut off, in ms. */
const FAREWELL = 5_000;

/** @typedef {NonNullable<App['data']['feed']>} Feed */
/** @typedef {Parameters<Feed['subscribe']>[2]} Listener */
/** @typedef {Awaited<ReturnType<Feed['subscribe']>>} Subscription */
/**
 * @typedef {Pick<Listener, 'watch' | 'confirm'> & { place: import('./places.js').Place }} Holder who listens, and in
 *   whose place
 */

/**
 * An answer that goes on: server-sent events straight to the socket, ended by its close, so that an event for many is one
 * buffer and costs one write each. A class, and nothing of its request is kept: ten thousand are open at once.
 *
 * @implements {Listener}
 */
export class EventStream {
  /** @type {Socket | null} */
  #socket = null;
  /** What is told before the headers are out. @type {Buffer[] | null} */
  #early = [];
  #over = false;
  /** @type {Subscription | null} */
  subscription = null;

  /** @param {Holder} holder */
  constructor(holder) {
    this.holder = holder;
  }

  get watch() {
    return this.holder.watch;
  }

  confirm() {
    return this.holder.confirm();
  }

  /**
   * Nothing of it is compressed or kept by a proxy. The connection is taken out of http: it stays for hours, and what http
   * keeps for each takes more memory than all else.
   *
   * @param {Response} res @param {(stream: EventStream) => void} onClose
   */
  open(res, onClose) {
    res.useChunkedEncodingByDefault = false;
    res.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'close',
    });
    res.flushHeaders();
    const socket = leaveHttp(res);
    socket.setNoDelay(true);
    socket.once('close', () => onClose(this));
    this.#socket = socket;
    const early = this.#early ?? [];
    this.#early = null;
    this.send(Buffer.concat([Buffer.from(`retry: ${1000 + Math.floor(Math.random() * 2000)}\n\n`), ...early]));
    if (this.#over) this.#farewell();
  }

  /** @param {Buffer} event */
  send(event) {
    if (this.#early) return void this.#early.push(event);
    const socket = /** @type {Socket} */ (this.#socket);
    if (socket.destroyed) return;
    // Looked at before: what is told at once may be more than that, however quick he reads.
    if (socket.writableLength > MOST_UNREAD) socket.destroy();
    else socket.write(event);
  }

  /** @param {string} why */
  end(why) {
    this.send(Buffer.from(`event: end\ndata: ${JSON.stringify({ reason: why })}\n\n`));
    this.#over = true;
    if (this.#socket) this.#farewell();
  }

  #farewell() {
    const socket = /** @type {Socket} */ (this.#socket);
    if (socket.destroyed) return;
    socket.setTimeout(FAREWELL, () => socket.destroy());
    socket.destroySoon();
  }
}
