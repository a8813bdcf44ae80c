/**
 * What the server lets us do to hear of changes; "" is the best.
 *
 * @param {{ walLevel: string, mayReplicate: boolean, role: string }} facts @returns {string} why not the log
 */
export function whyNoLog({ walLevel, mayReplicate, role }) {
  if (walLevel !== 'logical') return `wal_level is ${walLevel}, not logical`;
  return mayReplicate ? '' : `role ${role} may not replicate`;
}
