/**
 * Parses a snapshot as pg_current_snapshot() prints it: "xmin:xmax:xip,xip".
 *
 * @param {string} text
 */
export function parseSnapshot(text) {
  const [xmin, xmax, list] = text.split(':');
  return { xmin: BigInt(xmin), xmax: BigInt(xmax), open: new Set(list ? list.split(',').map(BigInt) : []) };
}

/**
 * Whether a committed transaction is visible in a snapshot. The log has 32 bits of the transaction's number; the full
 * number is the nearest one to the snapshot.
 *
 * @param {ReturnType<typeof parseSnapshot>} snapshot @param {number} transaction
 */
export function isVisible({ xmin, xmax, open }, transaction) {
  const full = widen(transaction, xmax);
  if (full < xmin) return true;
  return full < xmax && !open.has(full);
}

/**
 * Whether a transaction and all with lower numbers had ended when the snapshot was taken.
 *
 * @param {ReturnType<typeof parseSnapshot>} snapshot
 * @param {number} transaction
 */
export function isBefore({ xmin, xmax }, transaction) {
  return widen(transaction, xmax) < xmin;
}

/** The later of two transaction numbers, which wrap around. @param {number} a @param {number} b */
export function later(a, b) {
  return ((b - a) | 0) > 0 ? b : a;
}

/** @param {number} low @param {bigint} near */
function widen(low, near) {
  const epoch = 1n << 32n;
  const candidate = (near & ~(epoch - 1n)) | BigInt(low);
  if (candidate - near > epoch / 2n && candidate >= epoch) return candidate - epoch;
  return near - candidate > epoch / 2n ? candidate + epoch : candidate;
}
