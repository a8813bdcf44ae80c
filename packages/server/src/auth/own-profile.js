/** @import { App, Request } from '../types.d.ts' */
import { mayOpen } from '@plinth/plugin';

/**
 * The URL at which a user edits their own profile fields: the first edit view of that table that they may use. Null
 * if there is none, or if they have no row and may not create one.
 *
 * @param {App} app @param {Request} req @param {string} userId
 * @returns {Promise<string | null>}
 */
export async function ownProfileUrl(app, req, userId) {
  const { actor, catalog } = req.ctx;
  const table = catalog.tables.find(({ person }) => person);
  if (!table?.person) return null;
  const isMine = (/** @type {readonly string[]} */ roles) => mayOpen(roles, actor);
  const view = catalog.views.find((one) => one.template === 'edit' && one.table === table.name && isMine(one.roles));
  if (!view) return null;
  const where = { field: table.person, op: /** @type {const} */ ('eq'), value: userId };
  const [{ rows }] = await app.data.select(actor, [
    { spec: { table: table.name, select: [], where, limit: 1 }, params: {} },
  ]);
  if (rows.length > 0) return `/view/${view.name}?id=${encodeURIComponent(String(rows[0].id))}`;
  const mayMake = app.data.rows.right(actor, app.data.catalog().table(table.name), 'create') !== 'none';
  return mayMake ? `/view/${view.name}?${table.person}=${encodeURIComponent(userId)}` : null;
}
