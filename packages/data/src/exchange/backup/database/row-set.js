import { createHash, hash } from 'node:crypto';

const NEWLINE = 0x0a;
const MODULUS = 1n << 256n;

/**
 * A hash of the rows of a table as a set: where PostgreSQL puts a row, and so the order in which it reads them, is no
 * part of it. Rows come as COPY writes them, one a line, in chunks of any size. Each row's SHA-256 is added up, so that a row
 * that is there twice differs from one that is there once.
 */
export function createRowSet() {
  let sum = 0n;
  /** Of a row that began in an earlier chunk. @type {import('node:crypto').Hash | null} */
  let begun = null;

  /** @param {Buffer} row */
  function count(row) {
    const hex = begun ? begun.update(row).digest('hex') : hash('sha256', row, 'hex');
    begun = null;
    sum = (sum + BigInt(`0x${hex}`)) % MODULUS;
  }

  return {
    /** @param {Buffer} chunk */
    add(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        count(chunk.subarray(start, end));
        start = end + 1;
      }
      if (start < chunk.length) begun = (begun ?? createHash('sha256')).update(chunk.subarray(start));
    },
    /** @returns {string} hex */
    digest: () => sum.toString(16).padStart(64, '0'),
  };
}
