/** @import { Actor, Trigger } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';
import { actorOfRun } from '../runs/run-actor.js';

/** Whose rights a run has. @param {(ids: readonly string[]) => Promise<Actor[]>} actorsOfUsers @param {Trigger} trigger @param {{ caused_by: string | null }} run @returns {Promise<Actor>} */
export async function actorOf(actorsOfUsers, trigger, { caused_by: cause }) {
  const actor = await actorOfRun(actorsOfUsers, trigger, cause);
  if (actor) return actor;
  throw new AppError('TRIGGER_NO_USER', 'The person whose rights this trigger needs is gone or deactivated', {
    ...{ status: 422, hint: 'Choose another person in the settings of the trigger' },
  });
}
