/**
 * Where in the log a reader stands: everything before the transaction that ended at `position` has been told, and of that
 * one the first `count` changes.
 *
 * @typedef {{ position: bigint, count: number }} Place
 */

const FORM = /^([0-9a-f]{1,16})(?:\.([0-9]{1,9}))?$/;

/** A whole transaction has been told. @param {bigint} position @returns {Place} */
export function after(position) {
  return { position, count: Infinity };
}

/** As it travels: the position in hexadecimal, and the count where the transaction is not over. @param {Place} place */
export function printPlace({ position, count }) {
  const text = position.toString(16);
  return count === Infinity ? text : `${text}.${count}`;
}

/** @param {string} text @returns {Place | null} null: nothing that we ever printed */
export function readPlace(text) {
  const match = FORM.exec(text);
  if (!match) return null;
  return { position: BigInt(`0x${match[1]}`), count: match[2] === undefined ? Infinity : Number(match[2]) };
}
