/**
 * A subscriber's position in the log: everything before the transaction that ended at `position` has been delivered, and
 * the first `count` changes of that one.
 *
 * @typedef {{ position: bigint, count: number }} Cursor
 */

const FORM = /^([0-9a-f]{1,16})(?:\.([0-9]{1,9}))?$/;

/** The cursor after a whole transaction. @param {bigint} position @returns {Cursor} */
export function after(position) {
  return { position, count: Infinity };
}

/** As an event's id: the position in hexadecimal, with the count inside an unfinished transaction. @param {Cursor} cursor */
export function printCursor({ position, count }) {
  const text = position.toString(16);
  return count === Infinity ? text : `${text}.${count}`;
}

/** @param {string} text @returns {Cursor | null} null: not a cursor */
export function parseCursor(text) {
  const match = FORM.exec(text);
  if (!match) return null;
  return { position: BigInt(`0x${match[1]}`), count: match[2] === undefined ? Infinity : Number(match[2]) };
}
