/** @import { Actor, Registry } from '@plinth/plugin' */
/** @import { StoredCatalog } from './catalog/types.d.ts' */
/** @import { ChangeStream } from './postgres/changes/types.d.ts' */
/** @import { Log } from './create-data.js' */
/** @import { Database } from './postgres/database/database.js' */
/** @import { EditOptions, EditResult } from './edits/types.d.ts' */
import { createAutomation } from './automation/create-automation.js';
import { createOutbox } from './automation/outbox/outbox.js';
import { createHappened } from './automation/triggers/happened.js';
import { createLists } from './catalog/lists/index.js';
import { createEditing } from './edits/create-editing.js';
import { createExchange } from './exchange/create-exchange.js';
import { createGate } from './gate/create-gate.js';
import { createPeople } from './people/create-people.js';

/**
 * What every room receives.
 *
 * @typedef {{ db: Database, registry: Registry, catalog: () => StoredCatalog, log: Log, dataDir: string, clock: () => Date, secretKey: Buffer | null,
 *   stream: ChangeStream | null, events: import('./gate/security/security-events.js').SecurityEvents,
 *   edit(actor: Actor, name: string, input: any, options?: EditOptions): Promise<EditResult>,
 *   reload(version?: number): Promise<StoredCatalog>, onCatalog(listener: (catalog: StoredCatalog) => void): () => void,
 *   engine: ReturnType<typeof import('./edits/engine/engine.js').createEngine>, vault: import('./postgres/sealing/vault.js').Vault, outbound: import('./automation/outbound/outbound.js').Outbound, baseUrl: string,
 *   memory: import('./postgres/memory/divide.js').Memory,
 *   fetchPackage?: import('./edits/apps/verified-packages.js').FetchPackage }} Context
 */

/** Makes the rooms in order of dependency. @param {Context} given */
export async function createServices(given) {
  /** @type {import('./gate/rows/functions/row-functions.js').CallFunction} Writes ask functions, which read rows. */
  const callFunction = (...args) => automation.functions.each(...args);
  const context = { ...given, callFunction };
  const outbox = createOutbox(context);
  const happened = createHappened(context);
  const { tell } = happened;
  const lists = createLists(context);
  const { sweep: sweepGate, ...gate } = createGate({ ...context, tell });
  const { sweep: sweepPeople, close: closePeople, ...people } = createPeople({ ...context, ...gate, outbox, tell });
  const editing = createEditing({ ...context, ...gate });
  const exchange = createExchange({ ...context, ...gate });
  const automation = createAutomation({ ...context, ...gate, ...people, pdfs: exchange.pdfs, outbox, happened, lists });
  const start = () => {
    void sealOld(context, [people.people.secrets, automation.triggers.hooks]);
    void exchange.takeBackUnfinished();
    automation.start();
  };
  return {
    api: {
      select: gate.select,
      rows: gate.rows,
      history: gate.history,
      files: gate.files,
      presses: gate.presses,
      people: people.people,
      notifications: people.notifications,
      comments: people.comments,
      places: people.places,
      access: people.access,
      lists,
      apps: editing.apps,
      drafts: editing.drafts,
      csv: exchange.csv,
      details: exchange.details,
      backups: exchange.backups,
      outbound: context.outbound,
      actions: automation.actions,
      functions: automation.functions,
      workflows: automation.workflows,
      runs: automation.runs,
      secrets: automation.secrets,
      outbox: automation.outbox,
      holding: automation.holding,
      queues: automation.queues,
      automation: { ...automation.triggers, start },
    },
    /** Deletes what is over. */
    async maintenance() {
      await sweepPeople();
      await sweepGate();
      await exchange.sweep();
      await editing.sweep();
      await automation.sweep();
    },
    async close() {
      await automation.close();
      await closePeople();
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
