import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = 'address.json';

/**
 * Remembers the URL at which the server of this data was last reached, for links that commands print. It is kept when
 * the server stops, since the next one will most likely use the same.
 *
 * @param {string} dataDir @param {string} baseUrl
 */
export function noteAddress(dataDir, baseUrl) {
  writeFileSync(path.join(dataDir, FILE), `${JSON.stringify({ baseUrl })}\n`);
}

/** @param {string} dataDir @returns {string | null} null where no server has run yet */
export function lastAddress(dataDir) {
  try {
    const { baseUrl } = JSON.parse(readFileSync(path.join(dataDir, FILE), 'utf8'));
    return typeof baseUrl === 'string' && /^https?:\/\//.test(baseUrl) ? baseUrl : null;
  } catch {
    return null;
  }
}
