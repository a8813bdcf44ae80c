import { randomBytes } from 'node:crypto';

/** Ids that are unique among processes: a random prefix and a counter. */
export function createRequestIds() {
  const own = randomBytes(4).toString('hex');
  let count = randomBytes(4).readUInt32BE();
  return () => {
    count = (count + 1) >>> 0;
    return own + count.toString(16).padStart(8, '0');
  };
}
