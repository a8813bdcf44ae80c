/** @import { Actor, Registry } from '@plinth/plugin' */
/** @import { StoredCatalog } from './catalog/types.d.ts' */
/** @import { ChangeStream } from './changes/types.d.ts' */
/** @import { Log } from './create-data.js' */
/** @import { Database } from './postgres/database.js' */
/** @import { EditOptions, EditResult } from './edits/types.d.ts' */
import { createActions } from './actions/create-actions.js';
import { createAccess } from './access/index.js';
import { createApps } from './apps/index.js';
import { createHappened } from './automation/happened.js';
import { createAutomation } from './automation/create-automation.js';
import { createBackups } from './backup/record.js';
import { createComments } from './comments/comments.js';
import { createCsv } from './csv/index.js';
import { createDraftServices } from './drafts/index.js';
import { createFiles } from './files/index.js';
import { createFunctions } from './functions/create-functions.js';
import { createLists } from './lists/index.js';
import { createOutbox } from './outbox/outbox.js';
import { createNotifications } from './notifications/notifications.js';
import { createActorsOfUsers } from './people/actors-of-users.js';
import { createPlaces } from './places/places.js';
import { createPeople } from './people/index.js';
import { createRows } from './rows/index.js';
import { readQueues } from './runs/read-queues.js';
import { createSecrets } from './secrets/secrets.js';
import { createWorkflows } from './workflow-runs/create-workflows.js';

/**
 * What every service of the data layer receives.
 *
 * @typedef {{ db: Database, registry: Registry, catalog: () => StoredCatalog, log: Log, dataDir: string, clock: () => Date, secretKey: Buffer | null,
 *   stream: ChangeStream | null, events: import('./security/security-events.js').SecurityEvents,
 *   edit(actor: Actor, name: string, input: any, options?: EditOptions): Promise<EditResult>,
 *   reload(version?: number): Promise<StoredCatalog>, onCatalog(listener: (catalog: StoredCatalog) => void): () => void,
 *   engine: ReturnType<typeof import('./edits/engine.js').createEngine>, outbound: import('./outbound/outbound.js').Outbound, baseUrl: string }} Context
 */

/** Creates the services in order of dependency. @param {Context} context */
export async function createServices(context) {
  const outbox = createOutbox(context);
  const happened = createHappened(context);
  const people = createPeople({ ...context, outbox, tell: happened.tell });
  const { select, rows, history, within } = createRows(context);
  const secrets = createSecrets(context);
  /** @type {import('./workflow-runs/start.js').Start} Actions and functions start workflows, which run actions. */
  const startWorkflow = (actor, request, options) => workflows.start(actor, request, options);
  const functions = createFunctions({ ...context, rows, select, outbox, secrets, startWorkflow });
  const lists = createLists(context);
  const drafts = createDraftServices(context);
  const actorsOfUsers = createActorsOfUsers(context);
  const notifications = createNotifications({ ...context, select, rows, outbox, actorsOfUsers });
  const files = createFiles({ ...context, tell: happened.tell });
  const sender = { ...outbox, wake: both(outbox.wake, () => workflows.runner.wakeStarted()) };
  const told = { functions, notify: notifications.notify, files, list: lists.planned, secrets, startWorkflow };
  const actions = createActions({ ...context, select, rows, within, outbox: sender, ...told });
  const runs = { ...context, actions, outbox, actorsOfUsers, notify: notifications.notify };
  const automation = createAutomation({ ...runs, outbox: sender, happened });
  const workflows = createWorkflows({ ...runs, select });
  const comments = createComments({ ...context, select, rows, actorsOfUsers, notifications });
  const places = createPlaces({ ...context, select, rows });
  const csv = createCsv(context);
  const apps = createApps({ ...context, files });
  const access = createAccess(context);
  const backups = createBackups(context);
  // Both run in processes that serve.
  const start = () => {
    automation.start();
    void workflows.runner.start();
  };
  return {
    api: {
      ...{ access, people, select, rows, lists, drafts, history, comments, notifications, places, actions, files, csv },
      ...{ apps, backups, outbox, outbound: context.outbound, functions, secrets: secrets.api, workflows },
      automation: { ...automation, start },
      queues: () => readQueues(context.db),
    },
    async maintenance() {
      await people.maintenance();
      await files.sweep();
      await csv.sweep();
      await rows.sweepAnswers();
      await history.sweep();
      await comments.sweep();
      await notifications.sweep();
      await places.sweep();
      await outbox.sweep();
      await drafts.sweep();
      await automation.runs.sweep();
      await functions.runs.sweep();
      await automation.hooks.sweep();
      await workflows.runs.sweep();
    },
    async close() {
      await automation.close();
      await workflows.runner.close();
      await functions.close();
      await people.close();
    },
  };
}

/** What a transaction left behind goes on after its commit. @param {() => void} one @param {() => void} other */
const both = (one, other) => () => {
  one();
  other();
};
