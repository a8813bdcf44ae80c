/** @import { Actor, Trigger } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';
import { requireReach } from '../../rules/reach/system-of.js';
import { actorOfRun } from '../../rules/reach/run-actor.js';

/** Whose rights a run has. @param {Parameters<typeof actorOfRun>[0]} context @param {Trigger} trigger @param {{ caused_by: string | null }} run @returns {Promise<Actor>} */
export async function actorOf(context, trigger, { caused_by: cause }) {
  const actor = await actorOfRun(context, trigger, cause);
  if (actor) return trigger.table === null ? actor : requireReach(actor, context.catalog(), trigger.table);
  throw new AppError('TRIGGER_NO_USER', 'The person whose rights this trigger needs is gone or deactivated', {
    status: 422,
    hint: 'Choose another person in the settings of the trigger',
  });
}
