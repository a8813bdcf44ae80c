/** @import { Actor } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */

/**
 * Whose eyes the canvas shows a draft to: the admin's own, or those of a role or person (`role:user`, `user:<id>`).
 * These rights are for reading alone; saving stays the admin's.
 *
 * @param {Request} req @param {string | null | undefined} as
 * @returns {Promise<{ actor: Actor, as: string, name: string }>} as: empty for the admin's own eyes, and for a role or
 *   person that does not exist
 */
export async function seenAs({ ctx: { app, actor, catalog, t } }, as) {
  const own = { actor, as: '', name: '' };
  const [kind, name] = String(as ?? '').split(':');
  const { access, people } = app.data;
  if (kind === 'role') {
    const role = catalog.roles.find((one) => one.name === name);
    return role ? { actor: access.actorOfRole(actor, name), as: `role:${name}`, name: t(role.label) } : own;
  }
  if (kind !== 'user') return own;
  const user = await people.users.get(actor, name).catch(() => null);
  if (!user) return own;
  return { actor: await access.actorOfUser(actor, user.id), as: `user:${user.id}`, name: user.name || user.email };
}
