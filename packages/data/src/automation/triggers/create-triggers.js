/** @import { Actor, Registry, Trigger } from '@plinth/plugin' */
/** @import { Context } from '../../services.js' */
/** @import { Notify } from '../types.d.ts' */
/** @import { Outbox } from '../outbox/outbox.js' */
/** @import { Within } from '../../gate/rows/within.js' */
/** @import { RunError } from './claims.js' */
import { createCalls } from './hooks/calls.js';
import { createHooks } from './hooks/hooks.js';
import { createTellAdmins } from '../runs/tell-admins.js';
import { actorOf } from './actor-of.js';
import { createMailboxes } from './mailboxes/create-mailboxes.js';
import { createOpenings } from './openings.js';
import { createClock } from './planner/clock.js';
import { createPlans } from './planner/plans.js';
import { createStarter } from './planner/start-next.js';
import { createUpcoming } from './planner/upcoming.js';
import { createTriggerRuns } from './run-trigger.js';
import { createTriggerRunner } from './runner.js';
import { createTriggerStates } from './trigger-states.js';
import { sweepAutomation } from './sweep.js';
import { sql } from '../../postgres/sql/index.js';

const FAILURE = 'trigger_failure';

/**
 * Triggers: steps that run automatically.
 *
 * @param {Context & { actions: ReturnType<typeof import('../actions/create-actions.js').createActions>, notify: Notify,
 *   secrets: import('../secrets/secrets.js').Secrets, happened: ReturnType<typeof import('./happened.js').createHappened>, outbox: Outbox, actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]> }} context
 */
export function createTriggers(context) {
  const { registry, catalog, onCatalog, reload, stream, log, db, notify, outbox, actions, actorsOfUsers } = context;
  const { happened } = context;
  const { tellOfFailure, all: tellAdmins } = createTellAdmins({ catalog, notify });

  const failed = createFailed({ log, happened, tellOfFailure });
  const runNext = createTriggerRuns({ ...context, failed });
  const startNext = createStarter({
    registry,
    catalog,
    reload,
    log,
    within: actions.within,
    failed,
    actorFor: (trigger) => actorOf({ actorsOfUsers, catalog }, trigger, { caused_by: null }),
  });
  const planner = { ...createPlans({ registry, catalog, db }), startNext };
  const runner = createTriggerRunner({ catalog, onCatalog, stream, log, runNext, ranSome: outbox.wake });
  const hooks = createHooks({ db, catalog, vault: context.vault, wake: runner.wake });
  const openings = createOpenings({ db, catalog, log, wake: runner.wake });
  const mailboxes = createMailboxes({ ...context, wake: runner.wake, within: actions.within, tellAdmins });
  happened.onTold(() => runner.wake());
  const clock = createClock({ planner, catalog, onCatalog, stream, log, wake: runner.wake });
  return {
    ...runner,
    runs: createTriggerStates(db),
    upcoming: createUpcoming({ registry, catalog, db }),
    hooks,
    openings,
    mailboxes,
    calls: createCalls({ db, catalog, wake: runner.wake }),
    /** Begins to run triggers, in a process that serves. */
    start() {
      runner.start();
      clock.start();
      mailboxes.start();
      tellOfStart({ db, catalog, happened }).catch((error) =>
        log.warn('server start not told', { error: String(error) }),
      );
    },
    /** Continues after the site held still. */
    goOn() {
      clock.replan();
      runner.wake();
    },
    async sweep() {
      await sweepAutomation(db);
      await hooks.sweep();
      await mailboxes.sweep();
    },
    /** Starts what is due on a schedule, and runs everything that is due. @returns {Promise<void>} */
    async drain() {
      await clock.drain();
      await runner.drain();
    },
    async close() {
      await openings.flush();
      await mailboxes.close();
      await clock.close();
      await runner.close();
    },
  };
}

/** @param {Pick<Context, 'log'> & { happened: { tell: import('../../catalog/types.d.ts').Tell }, tellOfFailure: ReturnType<typeof createTellAdmins>['tellOfFailure'] }} parts */
function createFailed({ log, happened, tellOfFailure }) {
  /** @param {Within} gate @param {Trigger} trigger @param {RunError} error */
  return async (gate, trigger, error) => {
    log.warn('trigger failed', { trigger: trigger.name, code: error.code });
    const { code, message, step = null } = error;
    const event = { trigger: trigger.name, label: trigger.label, code, message, step };
    // If such a trigger fails itself, only admins are told.
    if (trigger.source !== FAILURE) await happened.tell(FAILURE, event, { on: gate.tx });
    await tellOfFailure(gate, { kind: 'trigger_failed', of: trigger, error, about: trigger.id });
  };
}

/**
 * The processes of one start count as one event.
 *
 * @param {Pick<Context, 'db' | 'catalog'> & { happened: { tell: import('../../catalog/types.d.ts').Tell } }} context
 */
async function tellOfStart({ db, catalog, happened }) {
  const ids = catalog().triggers.flatMap(({ id, source, enabled }) => (source === 'app_start' && enabled ? [id] : []));
  if (ids.length === 0) return;
  const first = await db.query(sql`
    insert into plinth.trigger_states as s (trigger_id, seen_at) select id, now() from unnest(${ids}::uuid[]) id
    on conflict (trigger_id) do update set seen_at = now()
     where s.seen_at is null or s.seen_at < now() - interval '1 minute'
    returning trigger_id`);
  const fresh = new Set(first.rows.map((row) => row.trigger_id));
  await happened.tell('app_start', {}, { only: ({ id }) => fresh.has(id) });
}
