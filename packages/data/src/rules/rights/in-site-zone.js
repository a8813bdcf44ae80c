/** @import { Actor } from '@plinth/plugin' */
import { memoize } from '@plinth/plugin';

/**
 * Somebody whose own time zone says nothing: what programs, functions and files get and send must not depend on who has
 * chosen which zone for their screen.
 *
 * @type {(actor: Actor) => Actor}
 */
const withoutZone = memoize((actor) => {
  const { timeZone: _, ...others } = actor;
  return Object.freeze(others);
});

/** @param {Actor} actor @returns {Actor} */
export const inSiteZone = (actor) => (actor.timeZone ? withoutZone(actor) : actor);
