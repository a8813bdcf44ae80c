/** @import { Values } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */

const MOST_ROWS = 20;

/** Rows to try something with, the newest first, as choices. @param {Request} req @param {string | null} name of the table @returns {Promise<{ value: string, label: string }[]>} */
export async function newestRows(req, name) {
  const { app, catalog, actor } = req.ctx;
  const table = name && catalog.hasTable(name) ? catalog.table(name) : null;
  if (!table) return [];
  const spec = {
    table: table.name,
    limit: MOST_ROWS,
    sort: [{ field: 'id', descending: true }],
    select: [{ as: 'label', field: table.display, label: Boolean(table.field(table.display).target) }],
  };
  const [{ rows }] = await app.data.select(actor, [{ spec, params: {} }]);
  return rows.map((/** @type {Values} */ { id, label }) => ({
    value: String(id),
    label: `${label?.label ?? label ?? ''} (${id})`,
  }));
}
