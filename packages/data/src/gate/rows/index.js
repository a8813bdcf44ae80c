import { createBringChoices } from './bring-choices.js';
import { createChangeEach } from './change-each.js';
import { createRecalculate } from './functions/recalculate.js';
import { createHistory } from '../history/history.js';
import { createRetention } from '../history/retention.js';
import { createUndo } from './changes/index.js';
import { createDeletions } from './deletions/index.js';
import { createOnce } from './once.js';
import { createReadRows } from './read-rows.js';
import { createSaveTree } from './save-tree.js';
import { createSearchEverywhere } from './everywhere/search-everywhere.js';
import { createSelect } from './select.js';
import { createTransact } from './transact.js';
import { createWhatMay } from './what-may.js';
import { createWithin } from './within.js';
import { createWriteContext, createWriteRows } from './write-rows.js';

/** @import { Actor, Catalog, Query, Registry, Result } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */

/**
 * The gate: every row is read and written here. Each call takes an actor, whose rights become part of the statement.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => Catalog, reload?: () => Promise<unknown>, clock?: () => Date,
 *   edit?: (actor: Actor, name: string, input: unknown) => Promise<unknown>, events?: import('../security/security-events.js').SecurityEvents,
 *   memory?: import('../../postgres/memory/divide.js').Memory }} context
 */
export function createRows(context) {
  const select = createSelect(context);
  const write = createWriteContext(context);
  const transact = createTransact(write);
  const saveTree = createSaveTree(write);
  const read = createReadRows({ ...context, select });
  const retention = createRetention({ clock: () => new Date(), ...context });
  const deletions = createDeletions({ ...context, write });
  const changes = createUndo({ write, deletions });
  const within = createWithin({ ...context, write });
  const rows = {
    ...read,
    whatGoes: deletions.whatGoes,
    ...createWriteRows(write),
    changeEach: createChangeEach({ write, within }),
    saveTree,
    ...createBringChoices({ ...context, write }),
    recalculate: createRecalculate(write, (actor, queries) => select(actor, [...queries])),
    transact,
    ...createOnce({ ...context, transact, saveTree, get: read.get }),
    ...createWhatMay(context),
    searchEverywhere: createSearchEverywhere(context),
  };
  /** @type {(actor: Actor, queries: readonly Query[], options?: Omit<import('./select.js').Options, 'via'>) => Promise<Result[]>} */
  const selectFor = (actor, queries, { reading, readings } = {}) => select(actor, [...queries], { reading, readings });
  return {
    /**
     * Runs one statement for each query, all in one round trip.
     *
     * @param {Actor} actor @param {readonly Query[]} queries
     * @param {Omit<import('./select.js').Options, 'via'>} [options]
     * @returns {Promise<Result[]>}
     */
    select: selectFor,
    rows,
    history: {
      ...createHistory({ ...context, rows, deletions }),
      ...retention,
      undo: changes.undo,
      undoOffered: changes.offered,
    },
    within,
  };
}
