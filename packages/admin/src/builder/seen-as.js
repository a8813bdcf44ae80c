/** @import { Actor } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */

/**
 * As whom the canvas shows a draft: the admin, or a role or person (`role:user`, `user:<id>`).
 * These rights count for reading only; what is saved is saved as the admin.
 *
 * @param {Request} req @param {string | null | undefined} as
 * @returns {Promise<{ actor: Actor, timeZone: string, as: string, name: string }>} timeZone: whose times are shown; as:
 *   empty for the admin's own eyes, and for a role or person that does not exist
 */
export async function seenAs({ ctx: { app, actor, catalog, timeZone, t } }, as) {
  const own = { actor, timeZone, as: '', name: '' };
  const siteZone = catalog.settings.timeZone;
  const [kind, name] = String(as ?? '').split(':');
  const { access, people } = app.data;
  if (kind === 'role') {
    const role = catalog.roles.find((one) => one.name === name);
    if (!role) return own;
    return { actor: access.actorOfRole(actor, name), timeZone: siteZone, as: `role:${name}`, name: t(role.label) };
  }
  if (kind !== 'user') return own;
  const user = await people.users.get(actor, name).catch(() => null);
  if (!user) return own;
  const person = await access.actorOfUser(actor, user.id);
  const zone = person.timeZone ?? siteZone;
  return { actor: person, timeZone: zone, as: `user:${user.id}`, name: user.name || user.email };
}
