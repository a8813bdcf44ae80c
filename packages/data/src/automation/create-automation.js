/** @import { Actor, Registry, Trigger } from '@plinth/plugin' */
/** @import { Context } from '../services.js' */
/** @import { Notify } from '../actions/action-notice.js' */
/** @import { Outbox } from '../outbox/outbox.js' */
/** @import { Within } from '../rows/within.js' */
/** @import { RunError } from './claims.js' */
import { ADMIN } from '@plinth/plugin';
import { k } from '../sql/index.js';
import { createHooks } from './hooks/hooks.js';
import { actorOf } from './actor-of.js';
import { countFailure } from './claims.js';
import { createClock } from './planner/clock.js';
import { createPlans } from './planner/plans.js';
import { createStarter } from './planner/start-next.js';
import { createTriggerRuns } from './run-trigger.js';
import { createTriggerRunner } from './runner.js';
import { createRunList } from './runs.js';

const SYSTEM = /** @type {Actor} */ (Object.freeze({ userId: null, roles: [], system: true }));
const MOST_ADMINS = 50;

/**
 * Triggers: what happens by itself when rows change.
 *
 * @param {Context & { actions: ReturnType<typeof import('../actions/create-actions.js').createActions>, notify: Notify,
 *   outbox: Outbox, actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]> }} context
 */
export function createAutomation(context) {
  const { registry, catalog, onCatalog, reload, stream, log, db, notify, outbox, actions, actorsOfUsers } = context;

  /** Counts a run that was given up, and tells admins. @param {Within} gate @param {Trigger} trigger @param {RunError} error */
  async function failed(gate, trigger, error) {
    log.warn('trigger failed', { trigger: trigger.name, code: error.code });
    const { rows } = await gate.tx.query(countFailure(trigger.id));
    if (!rows[0].is_alert) return;
    const admin = catalog().roles.find(({ name }) => name === ADMIN)?.id ?? null;
    const admins = await gate.tx.query(
      k('plinth.users as u')
        .select('u.id')
        .whereNull('u.disabled_at')
        .whereRaw('?::uuid = any(plinth.roles_of(u.id))', [admin])
        .limit(MOST_ADMINS),
    );
    const message = { kind: 'trigger_failed', text: `${trigger.label}: ${error.message}`, about: trigger.id };
    for (const { id } of admins.rows)
      await notify(SYSTEM, { user: id, ...message }, { query: gate.tx.query, select: gate.select });
  }

  const runNext = createTriggerRuns({ ...context, failed });
  const startNext = createStarter({
    ...{ registry, catalog, reload, log, within: actions.within, failed },
    actorFor: (trigger) => actorOf(actorsOfUsers, trigger, { caused_by: null }),
  });
  const planner = { ...createPlans({ registry, catalog, db }), startNext };
  const runner = createTriggerRunner({ catalog, onCatalog, stream, log, runNext, wakeOutbox: outbox.wake });
  const clock = createClock({ ...{ planner, catalog, onCatalog, stream, log }, wake: runner.wake });
  return {
    ...runner,
    runs: createRunList({ db, wake: runner.wake }),
    hooks: createHooks({ db, catalog, wake: runner.wake }),
    /** Begins to run triggers, in a process that serves. */
    start() {
      runner.start();
      clock.start();
    },
    /** Starts what is due by the clock, and runs everything that is due. @returns {Promise<void>} */
    async drain() {
      await clock.drain();
      await runner.drain();
    },
    async close() {
      await clock.close();
      await runner.close();
    },
  };
}
