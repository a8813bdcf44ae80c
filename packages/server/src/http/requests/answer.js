/** @import { Readable } from 'node:stream' */
/** @import { Request, Response } from '../../types.d.ts' */
import { pipeline } from 'node:stream';
import { chooseEncoding, compress, WORTH_COMPRESSING } from './compression.js';
import { byteRange } from './byte-range.js';
import { ReadyBody } from './ready-body.js';

/** @typedef {'br' | 'gzip'} Encoding */
/** @typedef {import('./compression.js').Effort} Effort */
/** @typedef {{ body: ReadyBody | Promise<ReadyBody>, effort: Effort }} Packed */

/** Whether an If-Match or If-None-Match header contains this ETag. @param {string} header @param {string} etag */
export function namesVersion(header, etag) {
  if (header === etag || header.trim() === '*') return true;
  const plain = etag.replace(/^W\//, '');
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === plain);
}

/**
 * A response that is ready to be sent in any form: complete, compressed, a range, only the head, or 304. Its bytes are
 * in memory, or are read from a stream.
 */
export class Answer {
  #common;
  #unchanged;
  #open;
  #effort;
  #compress;
  /** @type {ReadyBody | null} */
  #identity = null;
  /** @type {Partial<Record<Encoding, Packed>>} */
  #packed = {};

  /**
   * @param {{ head: readonly string[], type: string, tag: string, bytes?: Buffer, effort?: Effort | null,
   *   open?: (range: { start: number, end: number } | null) => Readable | Promise<Readable>, size?: number, isWhole?: boolean,
   *   packed?: typeof compress }} parts
   *   head: headers of every form except type, length and ETag; tag: identifies the bytes; effort: of compression, null for
   *   none; open and size: of bytes that are not in memory; isWhole: ranges are not supported; packed: makes compressed forms
   */
  constructor({
    head,
    type,
    tag,
    bytes,
    effort = null,
    open,
    size = bytes?.length ?? 0,
    isWhole = false,
    packed = compress,
  }) {
    this.size = size;
    this.isPackable = bytes !== undefined && effort !== null && size >= WORTH_COMPRESSING;
    this.isPartial = !isWhole;
    // Weak, since it covers all encodings, and clients must not combine ranges of two encodings.
    this.etag = this.isPackable || isWhole ? `W/"${tag}"` : `"${tag}"`;
    this.#effort = effort ?? 'asset';
    this.#open = open;
    this.#compress = packed;
    const vary = this.isPackable && !head.includes('vary') ? ['vary', 'Accept-Encoding'] : [];
    this.#unchanged = [...head, 'etag', this.etag, ...vary];
    this.#common = [
      ...this.#unchanged,
      'content-type',
      type,
      ...(this.isPartial && !this.isPackable ? ['accept-ranges', 'bytes'] : []),
    ];
    if (bytes) this.#identity = new ReadyBody(this.#common, bytes);
  }

  /** Those in memory. */
  get bytes() {
    return this.#identity?.bytes;
  }

  /** Memory in bytes, including encodings that may be added later. */
  get weight() {
    return this.#identity ? Math.ceil(this.size * (this.isPackable ? 1.5 : 1)) : 0;
  }

  /**
   * @param {Request} req @param {Response} res
   * @param {boolean} [once] whether it is sent only once, so that it is compressed quickly and that form is not kept
   */
  send(req, res, once = false) {
    const { headers } = req;
    const known = headers['if-none-match'];
    if (known !== undefined && namesVersion(known, this.etag)) return write(res, 304, this.#unchanged);
    if (headers.range !== undefined && this.isPartial && req.method === 'GET') return this.#sendPart(req, res);
    const body = this.#identity;
    if (body === null) return this.#stream(req, res, null);
    const encoding = this.isPackable ? chooseEncoding(headers['accept-encoding']) : null;
    if (encoding === null) return body.send(req, res);
    const packed = once ? this.#pack(body, encoding, 'once') : this.#packedIn(encoding, body);
    if (!(packed instanceof Promise)) return packed.send(req, res);
    packed.then((ready) => ready.send(req, res));
  }

  /**
   * The form in an encoding, which is kept. Most pages are never asked for again before they change, so the first request
   * for one gets a quickly made form, and only the second one causes the smallest to be made, for those after it.
   *
   * @param {Encoding} encoding @param {ReadyBody} body @returns {ReadyBody | Promise<ReadyBody>}
   */
  #packedIn(encoding, body) {
    const known = this.#packed[encoding];
    if (known === undefined) return this.#keep(encoding, body, this.#effort === 'cached' ? 'once' : this.#effort);
    if (known.effort !== this.#effort && !(known.body instanceof Promise)) this.#keep(encoding, body, this.#effort);
    return known.body;
  }

  /** Whatever was kept is sent until this is ready. @param {Encoding} encoding @param {ReadyBody} body @param {Effort} effort */
  #keep(encoding, body, effort) {
    const before = this.#packed[encoding];
    const made = this.#pack(body, encoding, effort);
    this.#packed[encoding] = { body: before?.body ?? made, effort };
    if (!(made instanceof Promise)) return made;
    made.then((ready) => {
      if (ready !== body) this.#packed[encoding] = { body: ready, effort };
      else if (before === undefined) delete this.#packed[encoding];
    });
    return made;
  }

  /** @param {ReadyBody} body @param {Encoding} encoding @param {Effort} effort @returns {ReadyBody | Promise<ReadyBody>} */
  #pack(body, encoding, effort) {
    const head = [...this.#common, 'content-encoding', encoding];
    const made = this.#compress(body.bytes, encoding, effort);
    if (!(made instanceof Promise)) return new ReadyBody(head, made);
    return made.then(
      (bytes) => new ReadyBody(head, bytes),
      () => body,
    );
  }

  /** Sends a range of the uncompressed bytes. @param {Request} req @param {Response} res */
  #sendPart(req, res) {
    const condition = req.headers['if-range'];
    // If-Range: a range of this version must not be combined with one of another.
    const isSame = condition === undefined || (condition === this.etag && !this.isPackable);
    const range = isSame ? byteRange(req.headers.range, this.size) : null;
    if (range === 'unsatisfiable') {
      return write(res, 416, [...this.#common, 'content-range', `bytes */${this.size}`, 'content-length', '0']);
    }
    if (range === null) return this.#identity ? this.#identity.send(req, res) : this.#stream(req, res, null);
    if (!this.bytes) return this.#stream(req, res, range);
    write(res, 206, this.#headOf(range), this.bytes.subarray(range.start, range.end + 1));
  }

  /** @param {{ start: number, end: number }} range */
  #headOf({ start, end }) {
    const length = String(end - start + 1);
    return [...this.#common, 'content-range', `bytes ${start}-${end}/${this.size}`, 'content-length', length];
  }

  /** @param {Request} req @param {Response} res @param {{ start: number, end: number } | null} range */
  async #stream(req, res, range) {
    if (res.destroyed) return;
    const isEmpty = req.method === 'HEAD' || this.size === 0 || !this.#open;
    try {
      const content = isEmpty ? null : await this.#open?.(range);
      const head = range ? this.#headOf(range) : [...this.#common, 'content-length', String(this.size)];
      res.writeWholeHead(range ? 206 : 200, head);
      if (content) pipeline(content, res, noMore);
      else res.end();
    } catch {
      // The file can't be read.
      res.destroy();
    }
  }
}

/** The client has aborted. */
const noMore = () => {};

/** @param {Response} res @param {number} status @param {readonly string[]} head @param {Buffer} [bytes] */
function write(res, status, head, bytes) {
  if (res.destroyed) return;
  res.writeWholeHead(status, head.slice());
  res.end(bytes);
}
