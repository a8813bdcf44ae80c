/** @import { App, Response } from '../../../types.d.ts' */
/** @import { Socket } from 'node:net' */
import { leaveHttp } from './leave-http.js';

/**
 * A client with this many unread bytes when the next event is due is not reading: it is disconnected and may reconnect.
 */
const MOST_UNREAD = 1_000_000;
/** A client that does not read the final event within this many ms is disconnected. */
const FAREWELL = 5_000;

/** @typedef {NonNullable<App['data']['feed']>} Feed */
/** @typedef {Parameters<Feed['subscribe']>[2]} Listener */
/** @typedef {Awaited<ReturnType<Feed['subscribe']>>} Subscription */
/**
 * @typedef {Pick<Listener, 'watch' | 'confirm'> & { slot: import('./stream-slots.js').StreamSlot }} Holder the
 *   subscriber and their slot
 */

/**
 * A stream of server-sent events, written directly to the socket, so that an event for many subscribers is one buffer
 * and one write each. It holds nothing of its request, since ten thousand may be open at once.
 *
 * @implements {Listener}
 */
export class EventStream {
  /** @type {Socket | null} */
  #socket = null;
  /** Events before the headers are sent. @type {Buffer[] | null} */
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
   * It is neither compressed nor buffered by proxies. The connection is detached from http, whose objects would take
   * more memory than everything else over the hours that it stays open.
   *
   * @param {Response} res @param {(stream: EventStream) => void} onClose
   */
  open(res, onClose) {
    res.useChunkedEncodingByDefault = false;
    res.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-cache',
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
    // Check before writing: a single batch of events may exceed the limit, however fast the client reads.
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
