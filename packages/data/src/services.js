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
import { createDetails } from './details/index.js';
import { createDraftServices } from './drafts/index.js';
import { createFiles } from './files/index.js';
import { createFunctions } from './functions/create-functions.js';
import { createHolding } from './holding/index.js';
import { createLists } from './lists/index.js';
import { createOutbox } from './outbox/outbox.js';
import { createMailFiles } from './outbox/papers.js';
import { createNotifications } from './notifications/notifications.js';
import { createActorsOfUsers } from './people/actors-of-users.js';
import { withPlace } from './heavy/allowance.js';
import { createPdfs } from './pdf/create-pdfs.js';
import { createPlaces } from './places/places.js';
import { createPresses } from './presses/presses.js';
import { createPeople } from './people/index.js';
import { createRunSql } from './run-sql/create-run-sql.js';
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
 *   engine: ReturnType<typeof import('./edits/engine.js').createEngine>, vault: import('./sealing/vault.js').Vault, outbound: import('./outbound/outbound.js').Outbound, baseUrl: string,
 *   fetchPackage?: import('./apps/verified-packages.js').FetchPackage }} Context
 */

/** Creates the services in order of dependency. @param {Context} given */
export async function createServices(given) {
  /** @type {import('./rows/functions/row-functions.js').CallFunction} Writes ask functions, which read rows. */
  const callFunction = (...args) => functions.each(...args);
  const context = { ...given, callFunction };
  const outbox = createOutbox(context);
  const happened = createHappened(context);
  const people = createPeople({ ...context, outbox, tell: happened.tell });
  const { select, rows, history, within } = createRows(context);
  const secrets = createSecrets(context);
  /** @type {import('./workflow-runs/start.js').Start} Actions and functions start workflows, which run actions. */
  const startWorkflow = (actor, request, options) => workflows.start(actor, request, options);
  const actorsOfUsers = createActorsOfUsers(context);
  const notifications = createNotifications({ ...context, select, rows, outbox, actorsOfUsers });
  const { notify } = notifications;
  const functions = createFunctions({ ...context, rows, select, outbox, secrets, startWorkflow, notify });
  const lists = createLists(context);
  const drafts = createDraftServices(context);
  const files = createFiles({ ...context, tell: happened.tell });
  const pdfs = createPdfs({ files, heavy: heavyOn(context), fairness: context.db.fairness });
  const mailFiles = createMailFiles({ ...context, pdfs, actorsOfUsers, attachments: outbox.attachments });
  const sender = { ...outbox, wake: both(outbox.wake, () => workflows.runner.wakeStarted()) };
  const runSql = createRunSql(context);
  const planned = { list: lists.planned, detail: lists.plannedDetail };
  const told = { functions, pdfs, runSql, notify, files, ...planned, secrets, startWorkflow };
  const actions = createActions({ ...context, select, rows, within, outbox: sender, ...told });
  const runs = { ...context, actions, secrets, outbox, actorsOfUsers, notify };
  const automation = createAutomation({ ...runs, outbox: sender, happened });
  const workflows = createWorkflows({ ...runs, select });
  const comments = createComments({ ...context, select, rows, actorsOfUsers, notifications });
  const places = createPlaces({ ...context, select, rows });
  const presses = createPresses(context);
  const csv = createCsv({ ...context, pdfs });
  const details = createDetails({ ...context, pdfs, select });
  const apps = createApps({ ...context, files });
  const access = createAccess(context);
  const backups = createBackups(context);
  const holding = createHolding({ ...context, outbox, goOn: [automation.goOn, workflows.runner.look, outbox.wake] });
  // Both run in processes that serve.
  const start = () => {
    void sealOld(context, [people.secrets, automation.hooks]);
    void takeBackUnfinished(context, csv);
    automation.start();
    void workflows.runner.start();
  };
  const api = {
    ...{ access, people, select, rows, lists, drafts, history, comments, notifications, places, actions, files, csv },
    ...{ apps, backups, holding, details, outbound: context.outbound, functions, secrets: secrets.api, workflows },
    presses,
    outbox: { ...outbox, files: mailFiles },
    automation: { ...automation, start },
    queues: () => readQueues(context.db),
  };
  return {
    api,
    maintenance: () => sweepAll(api),
    async close() {
      await automation.close();
      await workflows.runner.close();
      await functions.close();
      await people.close();
    },
  };
}

/**
 * Encrypts what an earlier version stored as it was.
 *
 * @param {Context} context @param {{ sealOld(): Promise<void> }[]} stores
 */
const sealOld = ({ log }, stores) =>
  Promise.all(stores.map((store) => store.sealOld())).catch((error) =>
    log.warn('stored passwords not encrypted yet', { error: String(error) }),
  );

/** @param {Context} context @returns {import('./pdf/create-pdfs.js').Heavy} */
const heavyOn =
  ({ db }) =>
  (work, options) =>
    db.apart((client) => withPlace(client, work, options));

/** @param {Context} context @param {ReturnType<typeof createCsv>} csv */
const takeBackUnfinished = ({ log }, csv) =>
  csv.removeUnfinished().catch((error) => log.warn('import.take-back', { error: String(error) }));

/** What a transaction left behind goes on after its commit. @param {() => void} one @param {() => void} other */
const both = (one, other) => () => {
  one();
  other();
};

/** Deletes what is over. @param {any} api */
async function sweepAll({ people, rows, functions, ...api }) {
  await people.maintenance();
  await api.files.sweep();
  await api.csv.sweep();
  await rows.sweepAnswers();
  await api.history.sweep();
  await api.comments.sweep();
  await api.notifications.sweep();
  await api.places.sweep();
  await api.presses.sweep();
  await api.outbox.sweep();
  await api.outbox.files.sweep();
  await api.drafts.sweep();
  await api.automation.sweep();
  await functions.runs.sweep();
  await api.workflows.runs.sweep();
}
