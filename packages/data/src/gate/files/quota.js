/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { digest, network } from '../../postgres/fairness/client-network.js';
import { k } from '../../postgres/sql/index.js';
import { isUnlimited } from '../../rules/rights/index.js';
import { personFull, siteFull, visitorFull } from './errors.js';

/** How many files one person may have, and one address may send in a day, however small. */
const MOST_FILES = { person: 20_000, visitor: 100 };
const MB = 1_000_000;

/**
 * How much may still be uploaded. Counted in the database, so that all processes count together; deleting a file frees
 * its space.
 *
 * @typedef {Pick<Database, 'query'>} Querying
 * @param {{ db: Querying, catalog: () => Catalog }} context
 */
export function createQuota({ db, catalog }) {
  return {
    /** A visitor's address as it is stored. @param {Actor} actor @param {string} [address] */
    source: (actor, address) => (actor.userId === null && !actor.system ? digest(network(address ?? '')) : null),

    /**
     * Refuses an upload that exceeds the quota. Exact within the transaction that inserts the file's row: uploads wait
     * for each other at the total.
     *
     * @param {Actor} actor @param {string | null} source
     * @param {{ tx?: Querying, more?: 0 | 1 }} [options] more: 1 if the file is not counted yet
     */
    async require(actor, source, { tx = db, more = 0 } = {}) {
      if (actor.system) return;
      const { uploadsTotal, uploadsPerPerson, uploadsPerVisitor } = catalog().settings;
      const { rows } = await tx.query(
        k('plinth.upload_usage')
          .select('key', k.raw('files::float8 as files, bytes::float8 as bytes'))
          .whereIn('key', ['all', `user:${actor.userId}`]),
      );
      const used = (/** @type {string} */ key) => rows.find((row) => row.key === key) ?? { files: 0, bytes: 0 };
      if (isOver(used('all').bytes + more, uploadsTotal)) throw siteFull(uploadsTotal);
      if (source !== null) return requireVisitor(tx, source, uploadsPerVisitor, more);
      if (isUnlimited(actor)) return;
      const mine = used(`user:${actor.userId}`);
      if (isOver(mine.bytes + more, uploadsPerPerson) || mine.files + more > MOST_FILES.person) {
        throw personFull(uploadsPerPerson);
      }
    },
  };
}

/** @param {Querying} tx @param {string} source @param {number} most in MB @param {number} more */
async function requireVisitor(tx, source, most, more) {
  const { rows } = await tx.query(
    k('plinth.files')
      .select({
        files: k.raw('count(*)::float8'),
        bytes: k.raw('coalesce(sum(size), 0)::float8'),
        wait: k.raw("extract(epoch from min(created_at) + interval '1 day' - now())::float8"),
      })
      .where({ source })
      .whereRaw("created_at > now() - interval '1 day'"),
  );
  const { files, bytes, wait } = rows[0];
  if (isOver(bytes + more, most) || files + more > MOST_FILES.visitor) throw visitorFull(Math.max(wait ?? 0, 1));
}

/** @param {number} bytes @param {number} most in MB; 0: no limit */
const isOver = (bytes, most) => most > 0 && bytes > most * MB;
