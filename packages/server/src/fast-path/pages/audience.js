/** @import { Actor } from '@plinth/plugin' */

/** @type {WeakMap<readonly string[], string>} Lists of roles are shared between people. */
const joined = new WeakMap();

/**
 * For whom a page is made: everybody of the same roles and language, or one person.
 *
 * @typedef {{ roles: string, user: string }} Audience prefixes of keys
 */

/** @type {Audience} */
export const VISITORS = Object.freeze({ roles: 'v\n', user: 'v\n' });

/** @type {WeakMap<Actor, { locale: string | null, audience: Audience }>} An actor is the same from request to request. */
const known = new WeakMap();

/**
 * Whoever has other rights is another audience: also a token with limits, and somebody with a role and without a name,
 * with whose eyes an admin looks.
 *
 * @param {Actor} actor @param {string | null} locale @returns {Audience}
 */
export function audienceOf(actor, locale) {
  if (actor.userId === null && actor.roles.length === 1 && actor.roles[0] === 'public') return VISITORS;
  const last = known.get(actor);
  if (last?.locale === locale) return last.audience;
  let roles = joined.get(actor.roles);
  if (roles === undefined) joined.set(actor.roles, (roles = JSON.stringify(actor.roles)));
  const own = actor.groups?.length ? `${roles}${JSON.stringify(actor.groups)}` : roles;
  // Of groups that rules ask for by name nothing shows in what was read.
  const alike = actor.asked?.length ? `${roles}${JSON.stringify(actor.asked)}` : roles;
  const end = `${locale ?? ''}${actor.scope ? JSON.stringify(actor.scope) : ''}\n`;
  const audience = { roles: `r${alike}${end}`, user: `u${actor.userId ?? ''}${own}${end}` };
  known.set(actor, { locale, audience });
  return audience;
}
