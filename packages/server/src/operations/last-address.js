import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = 'address.json';

/**
 * Notes under which address a server of this data was reached last, for links that commands print. It stays when the
 * server stops: the next one most likely has the same.
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
