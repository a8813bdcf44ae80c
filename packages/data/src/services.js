/** @import { Actor, Registry } from '@plinth/plugin' */
/** @import { StoredCatalog } from './catalog/types.d.ts' */
/** @import { ChangeStream } from './postgres/changes/types.d.ts' */
/** @import { Log } from './create-data.js' */
/** @import { Database } from './postgres/database/database.js' */
/** @import { EditOptions, EditResult } from './edits/types.d.ts' */
import { createActions } from './automation/actions/create-actions.js';
import { createAccess } from './people/access/index.js';
import { createApps } from './edits/apps/index.js';
import { createHappened } from './automation/triggers/happened.js';
import { createAutomation } from './automation/triggers/create-automation.js';
import { createBackups } from './exchange/backup/record.js';
import { createComments } from './people/comments/comments.js';
import { createCsv } from './exchange/csv/index.js';
import { createDetails } from './exchange/details/index.js';
import { createDraftServices } from './edits/drafts/index.js';
import { createFiles } from './gate/files/index.js';
import { createFunctions } from './automation/functions/create-functions.js';
import { createHolding } from './automation/holding/index.js';
import { createLists } from './catalog/lists/index.js';
import { createOutbox } from './automation/outbox/outbox.js';
import { createMailFiles } from './automation/outbox/papers.js';
import { createNotifications } from './people/notifications/notifications.js';
import { createActorsOfUsers } from './people/accounts/actors-of-users.js';
import { withPlace } from './postgres/heavy/allowance.js';
import { createPdfs } from './exchange/pdf/create-pdfs.js';
import { createPlaces } from './people/places/places.js';
import { createPresses } from './gate/presses/presses.js';
import { createPeople } from './people/accounts/index.js';
import { createRunSql } from './automation/run-sql/create-run-sql.js';
import { createRows } from './gate/rows/index.js';
import { readQueues } from './automation/runs/read-queues.js';
import { createSecrets } from './automation/secrets/secrets.js';
import { createWorkflows } from './automation/workflow-runs/create-workflows.js';

/**
 * What every service of the data layer receives.
 *
 * @typedef {{ db: Database, registry: Registry, catalog: () => StoredCatalog, log: Log, dataDir: string, clock: () => Date, secretKey: Buffer | null,
 *   stream: ChangeStream | null, events: import('./gate/security/security-events.js').SecurityEvents,
 *   edit(actor: Actor, name: string, input: any, options?: EditOptions): Promise<EditResult>,
 *   reload(version?: number): Promise<StoredCatalog>, onCatalog(listener: (catalog: StoredCatalog) => void): () => void,
 *   engine: ReturnType<typeof import('./edits/engine/engine.js').createEngine>, vault: import('./postgres/sealing/vault.js').Vault, outbound: import('./automation/outbound/outbound.js').Outbound, baseUrl: string,
 *   fetchPackage?: import('./edits/apps/verified-packages.js').FetchPackage }} Context
 */

/** Creates the services in order of dependency. @param {Context} given */
export async function createServices(given) {
  /** @type {import('./gate/rows/functions/row-functions.js').CallFunction} Writes ask functions, which read rows. */
  const callFunction = (...args) => functions.each(...args);
  const context = { ...given, callFunction };
  const outbox = createOutbox(context);
  const happened = createHappened(context);
  const people = createPeople({ ...context, outbox, tell: happened.tell });
  const { select, rows, history, within } = createRows(context);
  const secrets = createSecrets(context);
  /** @type {import('./automation/types.d.ts').Start} Actions and functions start workflows, which run actions. */
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

/** @param {Context} context @returns {import('./exchange/pdf/create-pdfs.js').Heavy} */
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
