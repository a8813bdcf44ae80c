/** @import { Log } from '../types.d.ts' */

/** A log that a test reads from the process's stderr. @returns {Log} */
export function createLog() {
  /** @param {string} level @returns {(message: string, fields?: object) => void} */
  const at = (level) => (message, fields) => console.error(`${level} ${message} ${JSON.stringify(fields ?? {})}`);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
