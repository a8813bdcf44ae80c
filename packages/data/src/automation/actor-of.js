/** @import { Actor, Trigger } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';

const VISITOR = /** @type {Actor} */ (Object.freeze({ userId: null, roles: ['public'], system: false }));
const SYSTEM = /** @type {Actor} */ (Object.freeze({ userId: null, roles: [], system: true }));

/** Whose rights a run has. @param {(ids: readonly string[]) => Promise<Actor[]>} actorsOfUsers @param {Trigger} trigger @param {{ caused_by: string | null }} run @returns {Promise<Actor>} */
export async function actorOf(actorsOfUsers, { as, user }, { caused_by: cause }) {
  if (as === 'system') return SYSTEM;
  const id = as === 'user' ? user : cause;
  // Changes that no user of Plinth made have the rights of a visitor.
  if (id === null) return VISITOR;
  const [actor] = await actorsOfUsers([id]);
  if (actor) return actor;
  throw new AppError('TRIGGER_NO_USER', 'The person whose rights this trigger needs is gone or deactivated', {
    ...{ status: 422, hint: 'Choose another person in the settings of the trigger' },
  });
}
