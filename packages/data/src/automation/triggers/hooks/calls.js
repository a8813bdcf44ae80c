/** @import { Actor, Trigger } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../../../catalog/types.d.ts' */
/** @import { Database } from '../../../postgres/database/database.js' */
import { createHash } from 'node:crypto';
import { AppError, mayOpen, phrase } from '@plinth/plugin';
import { checkInput } from '../../functions/check-input.js';
import { endedRun } from './ended-run.js';
import { limitCalls, startOnce } from './start-once.js';

const SOURCE = 'api_call';

/**
 * Triggers that programs call by name.
 *
 * @param {{ db: Database, catalog: () => StoredCatalog, wake: () => void }} context wake: tells the runner that there is
 *   something to do
 */
export function createCalls({ db, catalog, wake }) {
  /** The limits of a token are about tables, and steps can do more. @param {Trigger} trigger @param {Actor} actor */
  const mayCall = ({ options: { roles = [] } }, actor) => !actor.scope && mayOpen(roles, actor);
  /** @param {Actor} actor */
  const callable = (actor) =>
    catalog().triggers.filter((one) => one.source === SOURCE && one.enabled && mayCall(one, actor));

  return {
    /** Those that the actor may call. */
    callable,

    /**
     * @param {Actor} actor @param {string} name @returns {Trigger}
     * @throws {AppError} TRIGGER_NOT_FOUND also for one that the actor may not call
     */
    find(actor, name) {
      const found = callable(actor).find((one) => one.name === name);
      if (found) return found;
      throw new AppError('TRIGGER_NOT_FOUND', phrase`There is no trigger "${name.slice(0, 63)}" to call`, {
        status: 404,
      });
    },

    /**
     * Starts a trigger with the input of the call.
     *
     * @param {Actor} actor @param {Trigger} trigger @param {unknown} given
     * @param {string | null} [key] of the same call, which is accepted once within 15 minutes
     * @returns {Promise<string>} the run's id
     * @throws {AppError} INPUT_INVALID, HOOK_REPLAYED, HOOK_NOT_TEXT, TOO_MANY_TRIES (429)
     */
    async start(actor, { id, options }, given, key = null) {
      const input = checkInput({ params: options.inputs ?? [] }, given);
      await limitCalls(db, `call:${id}`, options.perMinute);
      const event = `{"time":"${new Date().toISOString()}","user":${JSON.stringify(actor.userId)},"input":${input}}`;
      const proof = key === null ? null : hashOf(`${actor.userId} ${key}`);
      const run = await startOnce(db, { id, source: SOURCE, event, cause: actor.userId, proof });
      wake();
      return run;
    },

    /** @param {string} run id */
    ended: (run) => endedRun(db, run),
  };
}

/** @param {string} text */
const hashOf = (text) => createHash('sha256').update(text).digest('hex');
