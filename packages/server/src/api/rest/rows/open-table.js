/** @import { App, Request } from '../../../types.d.ts' */
/** @import { Table } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';

/** @typedef {'read' | 'create' | 'update' | 'delete' | 'choices'} Operation */

/** Operations as part of a sentence; phrases, so that they can be translated. */
const DOING = {
  read: phrase`read rows of this table`,
  create: phrase`create rows in this table`,
  update: phrase`change rows of this table`,
  delete: phrase`delete rows of this table`,
  choices: phrase`add choices to fields of this table`,
};

/**
 * The table of a request. A table on which the caller has no rights is treated like a missing one; without a login the
 * response asks for one, whether or not the table exists.
 *
 * @param {App} app @param {Request} req @param {Operation} operation @param {string} [name]
 * @returns {Table}
 * @throws {AppError} LOGIN_REQUIRED (401), TABLE_NOT_FOUND (404), FORBIDDEN (403)
 */
export function openTable(app, req, operation, name = req.params.table) {
  const { catalog, actor } = req.ctx;
  const table = catalog.hasTable(name) ? catalog.table(name) : null;
  // The statement decides for which rows it applies.
  if (table && app.data.rows.right(actor, table, operation) !== 'none') return table;
  if (!req.ctx.user) throw loginRequired();
  const seen = table !== null && Object.values(app.data.rows.rights(actor, table)).some((level) => level !== 'none');
  if (!seen) throw tableNotFound(name);
  throw new AppError('FORBIDDEN', phrase`You are not allowed to ${DOING[operation]}`, {
    status: 403,
    hint: 'An admin can give your role this right. A token can be more limited than its owner',
  });
}

/** @param {string} name */
const tableNotFound = (name) =>
  new AppError('TABLE_NOT_FOUND', phrase`There is no table "${name.slice(0, 60)}"`, {
    status: 404,
    hint: 'GET /api/v1/catalog lists the tables that you can use',
  });

export const loginRequired = () =>
  new AppError('LOGIN_REQUIRED', 'Log in to continue', {
    status: 401,
    hint: 'Send an API token: Authorization: Bearer plt_…',
  });
