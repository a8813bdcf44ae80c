/** @import { Actor, Registry, Trigger } from '@plinth/plugin' */
/** @import { Context } from '../services.js' */
/** @import { Notify } from '../actions/action-notice.js' */
/** @import { Outbox } from '../outbox/outbox.js' */
/** @import { Within } from '../rows/within.js' */
/** @import { RunError } from './claims.js' */
import { createTellAdmins } from '../runs/tell-admins.js';
import { createTriggerRuns } from './run-trigger.js';
import { createTriggerRunner } from './runner.js';
import { createRunList } from './runs.js';

/**
 * Triggers: what happens by itself when rows change.
 *
 * @param {Context & { actions: ReturnType<typeof import('../actions/create-actions.js').createActions>, notify: Notify,
 *   outbox: Outbox, actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]> }} context
 */
export function createAutomation(context) {
  const { catalog, onCatalog, stream, log, db, notify, outbox } = context;
  const { tellOfFailure } = createTellAdmins({ catalog, notify });

  /** @param {Within} gate @param {Trigger} trigger @param {RunError} error */
  async function failed(gate, trigger, error) {
    log.warn('trigger failed', { trigger: trigger.name, code: error.code });
    await tellOfFailure(gate, { kind: 'trigger_failed', of: trigger, error, about: trigger.id });
  }

  const runNext = createTriggerRuns({ ...context, failed });
  const runner = createTriggerRunner({ catalog, onCatalog, stream, log, runNext, wakeOutbox: outbox.wake });
  return { ...runner, runs: createRunList({ db, wake: runner.wake }) };
}
