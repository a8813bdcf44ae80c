/**
 * Asks what the server allows for receiving changes; "" means the write-ahead log can be used.
 *
 * @param {{ walLevel: string, mayReplicate: boolean, role: string }} facts @returns {string} why the log can't be used
 */
export function whyNoLog({ walLevel, mayReplicate, role }) {
  if (walLevel !== 'logical') return `wal_level is ${walLevel}, not logical`;
  return mayReplicate ? '' : `role ${role} may not replicate`;
}
