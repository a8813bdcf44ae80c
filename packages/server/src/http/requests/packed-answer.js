/** @import { Readable } from 'node:stream' */
/** @import { Request, Response } from '../../types.d.ts' */
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGzip } from 'node:zlib';
import { chooseEncoding } from './compression.js';
import { namesVersion } from './answer.js';

/**
 * A file that is stored compressed, because it is large and nobody else needs it: it goes from the disk to the browser as it
 * is, and takes no memory. Browsers that don't know brotli (over plain HTTP none accepts it) get it as gzip.
 */
export class PackedAnswer {
  #head;
  #size;
  #open;

  /**
   * @param {{ head: readonly string[], type: string, tag: string, size: number, open: () => Readable }} parts size: in bytes,
   *   compressed; open: reads it, compressed
   */
  constructor({ head, type, tag, size, open }) {
    this.etag = `W/"${tag}"`;
    this.#head = [...head, 'etag', this.etag, 'content-type', type, 'vary', 'Accept-Encoding'];
    this.#size = size;
    this.#open = open;
  }

  /** @param {Request} req @param {Response} res */
  send({ method, headers }, res) {
    const known = headers['if-none-match'];
    if (known !== undefined && namesVersion(known, this.etag)) {
      res.writeWholeHead(304, this.#head.slice());
      return res.end();
    }
    const encoding = chooseEncoding(headers['accept-encoding']);
    const form = encoding ? ['content-encoding', encoding] : [];
    const length = encoding === 'br' ? ['content-length', String(this.#size)] : [];
    res.writeWholeHead(200, [...this.#head, ...form, ...length]);
    if (method === 'HEAD') return res.end();
    const steps = encoding === 'br' ? [] : [createBrotliDecompress(), ...(encoding === 'gzip' ? [createGzip()] : [])];
    // Whoever leaves early gets no more; a file that can't be read ends the connection.
    pipeline([this.#open(), ...steps, res], () => {});
  }
}
