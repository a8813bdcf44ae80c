/** @import { Table } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */
import { errorText } from '@plinth/plugin';

/** Keys of rows that are named. */
const NAMED = 10;

/**
 * Takes an import back as a whole, and says what became of its rows.
 *
 * @param {Request} req @param {Table} table @param {string} id of the import
 * @returns {Promise<{ said: string, kind: 'success' | 'danger' }>}
 */
export async function undoImport({ ctx: { app, t, author } }, table, id) {
  const { removed, reverted, kept } = await app.data.csv.undoImport(author, table.name, id);
  const stays = await app.data.csv.unusedTable(author, id);
  const said = [
    (removed > 0 || reverted === 0) && t('admin.import.undone', { count: removed }),
    reverted > 0 && t('admin.import.key.reverted', { count: reverted }),
    stays && t('admin.import.tableStays', { table: table.label }),
  ]
    .filter(Boolean)
    .join(' ');
  if (kept.length === 0) return { said, kind: 'success' };
  const ids = kept.slice(0, NAMED).map((/** @type {{ id: unknown }} */ one) => String(one.id));
  const list = kept.length > NAMED ? t('admin.import.andMore', { texts: ids.join(', ') }) : ids.join(', ');
  const refused = kept.find((/** @type {{ error?: unknown }} */ { error }) => error)?.error;
  const why = refused ? ` ${errorText(refused, t).message}` : '';
  return { said: `${said} ${t('admin.import.undoneKept', { count: kept.length, list })}${why}`, kind: 'danger' };
}
