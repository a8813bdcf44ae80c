import { unreadTables } from '../access/sharing-gaps.js';

/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from '../layout/draft.js' */
/** @import { Edited } from '../layout/object-screen.js' */

/** @typedef {{ node: string, message: string, kind: 'rights', url: string }} SharingProblem */

/**
 * Roles that can open what is being built but can't read what it shows.
 *
 * @param {Request} req @param {Edited} edited @param {Draft} draft @returns {SharingProblem[]}
 */
export function sharingProblems({ ctx: { app, catalog, t } }, { subject: { kind }, bodyOf }, draft) {
  const body = /** @type {any} */ (bodyOf(draft));
  if (kind === 'piece' || !Array.isArray(body.roles) || body.roles.length === 0) return [];
  return unreadTables({ catalog, registry: app.registry }, { kind, body }).map(({ role, table }) => ({
    node: '',
    kind: /** @type {const} */ ('rights'),
    url: `/admin/tables/${table.name}/access`,
    message: t('admin.share.unread', { role: t(role.label), table: table.label }),
  }));
}
