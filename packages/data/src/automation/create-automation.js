/** @import { Context } from '../services.js' */
/** @import { createLists } from '../catalog/lists/index.js' */
/** @import { createExchange } from '../exchange/create-exchange.js' */
/** @import { createGate } from '../gate/create-gate.js' */
/** @import { createPeople } from '../people/create-people.js' */
/** @import { Outbox } from './outbox/outbox.js' */
/** @import { createHappened } from './triggers/happened.js' */
import { createActions } from './actions/create-actions.js';
import { createFunctions } from './functions/create-functions.js';
import { createHolding } from './holding/index.js';
import { createMailFiles } from './outbox/papers.js';
import { createRunSql } from './run-sql/create-run-sql.js';
import { createRuns } from './runs/create-runs.js';
import { readQueues } from './runs/read-queues.js';
import { createSecrets } from './secrets/secrets.js';
import { createTriggers } from './triggers/create-triggers.js';
import { createWorkflows } from './workflow-runs/create-workflows.js';

/**
 * @typedef {Pick<ReturnType<typeof createGate>, 'select' | 'rows' | 'within' | 'files'> & Pick<ReturnType<typeof createExchange>, 'pdfs'> &
 *   Pick<ReturnType<typeof createPeople>, 'actorsOfUsers' | 'notifications'>} FromBelow
 * @typedef {{ outbox: Outbox, happened: ReturnType<typeof createHappened>, lists: ReturnType<typeof createLists> }} Made
 */

/**
 * What the site does by itself or at a press.
 *
 * @param {Context & FromBelow & Made} context
 */
export function createAutomation(context) {
  const { outbox, happened, lists, pdfs, actorsOfUsers } = context;
  const { notify } = context.notifications;
  const secrets = createSecrets(context);
  /** @type {import('./types.d.ts').Start} Actions and functions start workflows, which run actions. */
  const startWorkflow = (actor, request, options) => workflows.start(actor, request, options);
  const functions = createFunctions({ ...context, secrets, startWorkflow, notify });
  const mailFiles = createMailFiles({ ...context, pdfs, actorsOfUsers, attachments: outbox.attachments });
  const sender = { ...outbox, wake: both(outbox.wake, () => workflows.runner.wakeStarted()) };
  const actions = createActions({
    ...context,
    outbox: sender,
    functions,
    runSql: createRunSql(context),
    notify,
    list: lists.planned,
    detail: lists.plannedDetail,
    secrets,
    startWorkflow,
  });
  const acting = { ...context, actions, secrets, notify };
  const triggers = createTriggers({ ...acting, outbox: sender, happened });
  const workflows = createWorkflows(acting);
  const runs = createRuns({ ...context, wakeTriggers: triggers.wake, workflows: workflows.runs });
  const goOn = [triggers.goOn, workflows.runner.look, outbox.wake];
  return {
    actions,
    functions,
    workflows,
    triggers,
    runs,
    secrets: secrets.api,
    outbox: { ...outbox, files: mailFiles },
    holding: createHolding({ ...context, goOn }),
    queues: () => readQueues(context.db),
    /** Begins to run what is due; in processes that serve. */
    start() {
      triggers.start();
      void workflows.runner.start();
    },
    async sweep() {
      await outbox.sweep();
      await mailFiles.sweep();
      await triggers.sweep();
      await runs.sweep();
      await functions.runs.sweep();
      await workflows.runs.sweep();
    },
    async close() {
      await triggers.close();
      await workflows.runner.close();
      await functions.close();
    },
  };
}

/** What a transaction left behind goes on after its commit. @param {() => void} one @param {() => void} other */
const both = (one, other) => () => {
  one();
  other();
};
