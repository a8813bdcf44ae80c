const REMEMBERED = 100;

/**
 * Transactions of this process's own edits. It has their results already, so it need not read them again when the change
 * stream reports them.
 */
export function createOwnEdits() {
  /** @type {Set<number>} 32 bits of the transaction's number, as changes carry them */
  const known = new Set();
  const low = (/** @type {string} */ transaction) => Number(BigInt(transaction) & 0xffffffffn);

  return {
    /** Call before the commit, because the stream may report it first. @param {string} transaction */
    add(transaction) {
      known.add(low(transaction));
      if (known.size > REMEMBERED) known.delete(/** @type {number} */ (known.values().next().value));
    },
    /** Call after a rollback. @param {string} transaction */
    remove: (transaction) => void known.delete(low(transaction)),
    /** @param {number} transaction */
    has: (transaction) => known.has(transaction),
  };
}
