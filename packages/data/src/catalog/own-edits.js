const REMEMBERED = 100;

/**
 * Transactions of this process's own edits, whose results it has without reading: the change stream tells of them like
 * of any other.
 */
export function createOwnEdits() {
  /** @type {Set<number>} 32 bits of the transaction's number, as changes carry them */
  const known = new Set();
  const low = (/** @type {string} */ transaction) => Number(BigInt(transaction) & 0xffffffffn);

  return {
    /** Before the commit, of which the stream may tell first. @param {string} transaction */
    add(transaction) {
      known.add(low(transaction));
      if (known.size > REMEMBERED) known.delete(/** @type {number} */ (known.values().next().value));
    },
    /** It came to nothing. @param {string} transaction */
    remove: (transaction) => void known.delete(low(transaction)),
    /** @param {number} transaction */
    has: (transaction) => known.has(transaction),
  };
}
