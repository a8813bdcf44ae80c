/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { Change } from '../../catalog/types.d.ts' */
/** @import { Revision } from './store.js' */
import { AppError, dayIn, phrase } from '@plinth/plugin';
import { tableTrash } from '../../catalog/ddl/trash.js';
import { k } from '../../postgres/sql/index.js';

/**
 * Undo must restore a dropped table with its rows, never empty, so it is refused once the rows have been purged.
 *
 * @param {Pick<Transaction, 'query'>} tx @param {Revision} revision @param {Change[]} changes @param {string} timeZone of the site
 */
export async function requireInTrash(tx, revision, changes, timeZone) {
  const tables = changes.filter((change) => change.kind === 'table' && !change.before && change.after);
  if (tables.length === 0) return;
  const names = tables.map((change) => tableTrash(change.id));
  const { rows } = await tx.query(k('plinth.trash').select('name').whereIn('name', names));
  const there = new Set(rows.map((row) => row.name));
  const lost = tables.find((change) => !there.has(tableTrash(change.id)));
  if (!lost) return;
  throw new AppError('UNDO_EXPIRED', phrase`The rows of table "${lost.name}" are no longer kept`, {
    status: 409,
    hint: phrase`Removed tables are kept for 30 days; this one was removed on ${dayIn(revision.at, timeZone)}. Restore a backup, or create the table again`,
  });
}
