/** @import { Actor } from '@plinth/plugin' */
import { isSignedIn } from '@plinth/plugin';

/** @type {WeakMap<readonly string[], string>} Lists of roles are shared between people. */
const joined = new WeakMap();

/**
 * Who may share a rendered page: everybody with the same roles and language, those of them in one time zone, or one user.
 *
 * @typedef {{ roles: string, zone: string, user: string }} Audience prefixes of keys
 */

/** @type {Audience} */
export const VISITORS = Object.freeze({ roles: 'v\n', zone: 'v\n', user: 'v\n' });

/**
 * @type {WeakMap<Actor, { locale: string | null, audience: Audience }>} Actors are the same objects from request to request.
 */
const known = new WeakMap();

/**
 * Actors with different rights are different audiences, including limited tokens and roles that an admin views the site
 * as.
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
  // Rules may ask for groups by name, which is not visible in what was read.
  const alike = actor.asked?.length ? `${roles}${JSON.stringify(actor.asked)}` : roles;
  const end = `${locale ?? ''}${actor.scope ? JSON.stringify(actor.scope) : ''}\n`;
  const zone = actor.timeZone ?? '';
  const signed = isSignedIn(actor) ? 'r' : 'n';
  const audience = {
    roles: `${signed}${alike}${end}`,
    zone: `z${signed}${zone} ${alike}${end}`,
    user: `u${actor.userId ?? ''} ${zone} ${own}${end}`,
  };
  known.set(actor, { locale, audience });
  return audience;
}
