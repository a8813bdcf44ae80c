const NEWLINE = 0x0a;
const ESCAPES = Object.freeze({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' });

/**
 * Finds the rows in what COPY writes, one a line, in chunks of any size.
 *
 * @param {(row: Buffer) => void} take
 */
export function createRowReader(take) {
  /** Of a row that goes on in the next chunk. @type {Buffer[]} */
  let begun = [];
  /** @param {Buffer} chunk */
  return function read(chunk) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const part = chunk.subarray(start, end);
      take(begun.length > 0 ? Buffer.concat([...begun, part]) : part);
      begun = [];
      start = end + 1;
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
  };
}

/** The values of a row as the database wrote them; null where there is none. @param {Buffer} row @returns {(string | null)[]} */
export const valuesOf = (row) => row.toString('utf8').split('\t').map(unescaped);

/** @param {string} text */
function unescaped(text) {
  if (text === '\\N') return null;
  return text.replaceAll(/\\(.)/gs, (_, one) => ESCAPES[/** @type {keyof typeof ESCAPES} */ (one)] ?? one);
}
