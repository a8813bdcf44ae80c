/** @import { Actor } from '@plinth/plugin' */

export const VISITOR = /** @type {Actor} */ (Object.freeze({ userId: null, roles: ['public'], system: false }));
export const SYSTEM = /** @type {Actor} */ (Object.freeze({ userId: null, roles: [], system: true }));

/**
 * Whose rights a run of a trigger or workflow has.
 *
 * @param {(ids: readonly string[]) => Promise<Actor[]>} actorsOfUsers @param {{ as: string, user: string | null }} settings
 * @param {string | null} cause the user who caused it
 * @returns {Promise<Actor | null>} null: this person is gone or deactivated
 */
export async function actorOfRun(actorsOfUsers, { as, user }, cause) {
  if (as === 'system') return SYSTEM;
  const id = as === 'user' ? user : cause;
  // Changes that no user of Plinth made have the rights of a visitor.
  if (id === null) return VISITOR;
  return (await actorsOfUsers([id]))[0] ?? null;
}
