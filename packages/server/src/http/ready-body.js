/** @import { ServerResponse } from 'node:http' */

/**
 * Up to this size a body is kept as text too, each character a byte: node sends a head and a text in one piece, a head
 * and a buffer in two, which costs a twentieth of a small answer. What is larger would be copied once more for it.
 */
const SMALL = 8192;

/** @typedef {{ bytes: Buffer, text: string | null, headers: readonly string[] }} Body headers: flat list of names and values */

/** @param {readonly string[]} headers all others @param {Buffer} bytes @returns {Body} */
export function readyBody(headers, bytes) {
  const text = bytes.length <= SMALL ? bytes.toString('latin1') : null;
  return { bytes, text, headers: [...headers, 'content-length', String(bytes.length)] };
}

/** @param {number} length of a body @returns {number} bytes of memory that it takes */
export const weightOf = (length) => (length <= SMALL ? 2 * length : length);

/** Once its head is written. @param {ServerResponse} res @param {Body} body */
export function endWith(res, { bytes, text }) {
  if (text === null) res.end(bytes);
  else res.end(text, 'latin1');
}
