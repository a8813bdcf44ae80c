/** @import { Within } from '../rows/within.js' */
import { createCache } from '@plinth/plugin';
import { sql } from '../sql/index.js';
import { createDocument } from './document.js';

/** The documents that runs began with; they never change. */
export function createDocuments() {
  /** @type {import('@plinth/plugin').Cache<string, ReturnType<typeof createDocument>>} */
  const known = createCache({ max: 200 });

  /** @param {Pick<Within['tx'], 'query'>} on @param {string} hash */
  return async (on, hash) => {
    const cached = known.get(hash);
    if (cached) return cached;
    const { rows } = await on.query(sql`select document from plinth.workflow_versions where hash = ${hash}`);
    const document = createDocument(rows[0].document);
    known.set(hash, document);
    return document;
  };
}
