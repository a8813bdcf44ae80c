/** @import { Catalog, Message } from '@plinth/plugin' */
/** @import { Job } from './import.js' */
/** @import { Prepared } from './prepare-lines.js' */
/** @import { WriteMany } from './keyed-writer.js' */
/** @import { Work } from '../../gate/rows/write/batch.js' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
import { memoize } from '@plinth/plugin';
import { createWriteContext } from '../../gate/rows/write-rows.js';
import { createCompilation } from '../../gate/rows/compile/compilation.js';
import { insertStatement } from '../../gate/rows/write/insert-statement.js';
import { plainInsert } from '../../gate/rows/write/plain-insert.js';
import { updateStatement } from '../../gate/rows/write/update-statement.js';
import { createKeyedWriter } from './keyed-writer.js';
import { createReadRow } from './prepare-lines.js';
import { allRows, goodRows } from './write-batches.js';

/**
 * What became of a line. `before`: its row's values by field id; `version`: of the row as changed.
 *
 * @typedef {{ did: 'added' | 'changed' | 'unchanged', id?: unknown, before?: Record<string, unknown>, version?: string }
 *   | { error: unknown } | { reason: Message }} LineOutcome
 */
/** @typedef {(prepared: readonly Prepared[]) => Promise<LineOutcome[]>} WriteLines one outcome for each line, in order */
/** @typedef {{ on: any, insert: WriteMany | null, update: WriteMany | null }} Writers */

/** Each batch is committed on its own; only its invalid rows fail. @param {Job} job @returns {WriteLines} */
export function committing(job) {
  const { db, reload } = job.context;
  const on = { db, reload, context: createWriteContext(job.context), same: job.same };
  const insert = goodRows(on, createWork(job, 'insert'));
  const update = goodRows(on, createWork(job, 'expect'));
  return writeLines(job, { on: db, insert, update });
}

/** All batches are written by one transaction. @param {Transaction} tx @param {Job} job @returns {WriteLines} */
export function within(tx, job) {
  const on = { tx, context: createWriteContext(job.context), same: job.same };
  const insert = allRows(on, createWork(job, 'insert')());
  const update = allRows(on, createWork(job, 'expect')());
  return writeLines(job, { on: tx, insert, update });
}

/** Nothing is written. @param {Job} job @returns {WriteLines} */
export const onlyLooking = (job) => writeLines(job, { on: job.context.db, insert: null, update: null });

/**
 * Writes with the current Catalog. The statement returns nothing but ids and versions, since nobody looks at the rows.
 *
 * @param {Job} job @param {'insert' | 'expect'} kind @returns {() => Work}
 */
export function createWork({ context, actor, same }, kind) {
  const write = createWriteContext(context);
  const statementFor = memoize((/** @type {Catalog} */ catalog) => {
    const compilation = createCompilation({ catalog, registry: context.registry, actor });
    const current = same.now(catalog);
    if (kind === 'insert')
      return { ...insertStatement(compilation, current, { show: false }), plain: plainInsert(compilation, current) };
    const rowSecurity = write.hasRowSecurity(actor);
    return updateStatement(compilation, current, { expecting: true, rowSecurity, show: false });
  });
  return () => ({ ...write.work(actor, same.now().name, kind), statementFor });
}

/** @param {Job} job @param {Writers} writers @returns {WriteLines} */
function writeLines(job, { on, insert, update }) {
  const { context, actor, key, options, mapped, same } = job;
  if (!key || !options.byKey) return (prepared) => addRows(/** @type {WriteMany} */ (insert), prepared);
  const { byKey } = options;
  const write = createKeyedWriter({
    registry: context.registry,
    actor,
    key,
    byKey,
    on,
    insert,
    update,
    same,
    reload: context.reload,
    fields: mapped.map(({ field }) => field).filter((field) => field !== key && field.auto !== 'id'),
    createRow: createReadRow(createWriteContext(context), same),
    work: createWork(job, 'insert'),
  });
  return (prepared) => write(prepared.flatMap(({ line }) => line ?? []));
}

/** @param {WriteMany} insert @param {readonly Prepared[]} prepared @returns {Promise<LineOutcome[]>} */
async function addRows(insert, prepared) {
  const outcomes = await insert(prepared.flatMap(({ row }) => row ?? []));
  return outcomes.map(({ row, error }) => (row ? { did: 'added', id: row.id } : { error }));
}
