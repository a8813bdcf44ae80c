/** @import { Request, Response } from '../../types.d.ts' */
import { forScript } from './kept-nowhere.js';

/**
 * A body with its head. From the second answer within a second on (the head tells the time), head and bytes are one buffer
 * that is sent in one write: for 3 KB, that takes a third of the time in which Node makes a head and sends both. The head is
 * the one that Node itself made for the answer before.
 */
export class ReadyBody {
  #head;
  #bytes;
  /** Head and bytes. @type {Buffer | null} */
  #room = null;
  /** The part of it that is sent; null: the head is not in it yet. @type {Buffer | null} */
  #whole = null;
  /** Of the last head. */
  #second = 0;

  /** @param {readonly string[]} head names and values in turn @param {Buffer} bytes */
  constructor(head, bytes) {
    this.#head = [...head, 'content-length', String(bytes.length)];
    this.#bytes = bytes;
  }

  get bytes() {
    return this.#bytes;
  }

  /** @param {Request} req @param {Response} res */
  send(req, res) {
    if (res.destroyed || res.headersSent) return;
    const head = forScript(req, this.#head);
    const isUsual = head === this.#head && hasUsualHead(req, res);
    const second = Math.floor((performance.timeOrigin + req.started) / 1000);
    if (isUsual && this.#whole && this.#second === second) return res.endWhole(this.#whole);
    // A copy, since Node modifies the list.
    res.writeWholeHead(200, head.slice());
    if (isUsual) this.#keep(res.madeHead(), second);
    if (req.method === 'HEAD') res.end();
    else res.end(this.#bytes);
  }

  /**
   * From the second answer within a second on: what is asked for seldom needs no second copy.
   *
   * @param {string} head @param {number} second
   */
  #keep(head, second) {
    const isHot = this.#second === second;
    this.#second = second;
    this.#whole = null;
    if (!isHot || head === '') return;
    // Room that still waits to be sent may only get another time of the same length.
    if (this.#room?.length !== head.length + this.#bytes.length) {
      this.#room = Buffer.concat([Buffer.from(head, 'latin1'), this.#bytes]);
      this.#bytes = this.#room.subarray(head.length);
    } else this.#room.write(head, 'latin1');
    this.#whole = this.#room;
  }
}

/** Whether Node makes the head as it does for everybody: nothing differs but the time. @param {Request} req @param {Response} res */
function hasUsualHead(req, res) {
  return req.method === 'GET' && res.shouldKeepAlive && req.httpVersion === '1.1' && !res.isTouched();
}
