/** @import { Actor, Catalog } from '@plinth/plugin' */
import { systemOf } from './system-of.js';

export { SYSTEM } from './system-of.js';
export const VISITOR = /** @type {Actor} */ (Object.freeze({ userId: null, roles: ['public'], system: false }));

/**
 * Whose rights a run of a trigger or workflow has.
 *
 * @param {{ actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]>, catalog: () => Catalog }} context
 * @param {{ id: string, as: string, user: string | null, app: string | null }} settings of the trigger or workflow
 * @param {string | null} cause the user who caused it
 * @returns {Promise<Actor | null>} null: this person is gone or deactivated
 */
export async function actorOfRun({ actorsOfUsers, catalog }, settings, cause) {
  if (settings.as === 'system') return systemOf(catalog(), appOf(catalog(), settings));
  const id = settings.as === 'user' ? settings.user : cause;
  // Changes that no user of Plinth made have the rights of a visitor.
  if (id === null) return VISITOR;
  return (await actorsOfUsers([id]))[0] ?? null;
}

/** Its app as it is called now, which may not be as when the run began. @param {Catalog} catalog @param {{ id: string, app: string | null }} settings */
const appOf = ({ triggers, workflows }, { id, app }) =>
  [...triggers, ...workflows].find((one) => one.id === id)?.app ?? app;
