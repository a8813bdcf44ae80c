/** @import { Actor, Catalog, Field, Registry, Table, Translate } from '@plinth/plugin' */
/** @import { CsvRecord } from './records.js' */
/** @import { ByKey } from './key-choice.js' */
/** @import { ColumnChoice, MappedColumn } from './mapping.js' */
/** @import { Prepared } from './prepare-lines.js' */
/** @import { LineOutcome, WriteLines } from './import-writers.js' */
import { AppError, translator } from '@plinth/plugin';
import { createSameTable } from '../../catalog/model/same-table.js';
import { isStaleSchema } from '../../postgres/database/index.js';
import { isUnlimited } from '../../rules/rights/index.js';
import { endAsWriter } from '../../rules/rights/row-security/index.js';
import { advanceNumbers } from '../../gate/rows/write/advance-numbers.js';
import { checkTable } from '../../gate/rows/write-rows.js';
import { ident, join, sql, toStatement } from '../../postgres/sql/index.js';
import { tableSql } from '../../postgres/sql/physical.js';
import { createRoom } from '../../gate/files/room.js';
import { batchesOf } from './batches.js';
import { brokenOff, csvCancelled } from './errors.js';
import { createImportLog } from './import-log.js';
import { createPrepare } from './prepare-lines.js';
import { committing, createWork, onlyLooking, within } from './import-writers.js';
import { readKeyChoice } from './key-choice.js';
import { mapColumns } from './mapping.js';
import { createRejects } from './rejects.js';

/** Bytes on the disk for each row besides its text: it is stored, kept in two histories, indexed and logged. */
const ROW_COST = 1000;

/**
 * @typedef {{ db: import('../../postgres/database/database.js').Database, registry: Registry, catalog: () => Catalog, dataDir:
 *   string,
 *   reload?: () => Promise<unknown>, clock?: () => Date,
 *   limits?: import('../../catalog/limits/limits.js').Limits }} ImportContext
 * @typedef {{ rows: number, inserted: number, changed: number, unchanged: number, rejected: number }} Progress
 * @typedef {{ table: Table, columns: ColumnChoice[], mode: 'all-or-nothing' | 'good-rows', byKey?: ByKey, preview?: boolean,
 *   onProgress?: (progress: Progress) => void, signal?: AbortSignal, isNew?: boolean, t?: Translate }} ImportOptions
 *   `byKey`: lines change the rows that have the same key; `preview`: tells what would happen and writes nothing, only with
 *   a key; `isNew`: the table goes again if the import fails; `t`: says the reasons of rejected rows, in English without it
 * @typedef {{ inserted: number, changed: number, unchanged: number, rejected: import('./rejects.js').Rejected[], rejectedCount: number, report: string | null,
 *   reasons: import('./rejects.js').Reason[], emptiedReasons: import('./rejects.js').Reason[],
 *   emptied: import('./rejects.js').Rejected[], emptiedCount: number, emptiedReport: string | null,
 *   short: import('./short-lines.js').ShortLines, import: string | null, kept?: string }} ImportResult `import`: id by which it can be undone;
 *   `kept`: name of a new table that stays although nothing was imported, because somebody has worked with it;
 *   `emptied`: rows that came in without a cell that did not fit, as reported as those that were rejected
 */

/**
 * Reads the rows of an open CSV file into a table in batches, so that memory use does not depend on the file's size.
 *
 * @param {ImportContext} context @param {Actor} actor @param {import('./open-csv.js').OpenCsv} csv @param
 *   {ImportOptions} options
 * @returns {Promise<ImportResult>}
 */
export async function importRows(context, actor, csv, options) {
  const job = startJob(context, actor, csv, options);
  const { same, mapped, rejects, emptied, progress, log } = job;
  try {
    const stays = await (options.preview
      ? preview(job)
      : options.mode === 'good-rows'
        ? importGood(job)
        : importAll(job));
    if (progress.inserted && !options.preview && mapped.some(({ field }) => field.auto === 'id'))
      await moveSequence(context, same.now());
    if (progress.inserted && !options.preview) for (const { field } of mapped) await advance(context, same, field);
    if (!stays) await emptied.drop();
    const left = stays ? await emptied.end() : { rejected: [], rejectedCount: 0, reasons: [], report: null };
    const told = {
      emptied: left.rejected,
      emptiedCount: left.rejectedCount,
      emptiedReasons: left.reasons,
      emptiedReport: left.report,
    };
    const { inserted, changed, unchanged } = stays ? progress : NOTHING;
    await (inserted + changed > 0 ? log?.finish() : log?.drop());
    return {
      inserted,
      changed,
      unchanged,
      ...(await rejects.end()),
      ...told,
      short: csv.short,
      import: log?.id ?? null,
    };
  } catch (error) {
    await Promise.all([rejects.drop(), emptied.drop()]);
    if (options.mode !== 'good-rows') await log?.drop().catch(() => {});
    const done = progress.inserted + progress.changed;
    const isKept = options.mode === 'good-rows' && !options.isNew && !options.preview && done > 0;
    throw isKept && error instanceof AppError ? brokenOff(error, done) : error;
  } finally {
    await csv.close();
  }
}

const NOTHING = { inserted: 0, changed: 0, unchanged: 0 };

/** @typedef {{ context: ImportContext, actor: Actor, csv: import('./open-csv.js').OpenCsv, options: ImportOptions, table: Table, same: import('../../catalog/model/same-table.js').SameTable, mapped: MappedColumn[], key: Field | null, rejects: ReturnType<typeof createRejects>, emptied: ReturnType<typeof createRejects>, log: ReturnType<typeof createImportLog> | null, progress: Progress }} Job */

/** @param {ImportContext} context @param {Actor} actor @param {import('./open-csv.js').OpenCsv} csv @param {ImportOptions} options @returns {Job} */
function startJob(context, actor, csv, options) {
  const { registry, catalog, dataDir } = context;
  const { byKey } = options;
  const { table } = options;
  const same = createSameTable(table, catalog);
  checkTable(actor, same.now(), byKey?.lines === 'update' ? 'update' : 'insert');
  const mapped = mapColumns(csv.columns, options.columns, table, registry);
  const key = byKey ? readKeyChoice(byKey, { table, registry, actor, mapped }) : null;
  if (key?.auto !== 'id') refuseKeys(actor, mapped);
  const t = options.t ?? translator([], 'en');
  return {
    context,
    actor,
    csv,
    options,
    table,
    mapped,
    key,
    same,
    rejects: createRejects(dataDir, csv.columns, t),
    emptied: createRejects(dataDir, csv.columns, t),
    progress: { rows: 0, ...NOTHING, rejected: 0 },
    log: options.preview ? null : createImportLog(context.db, table, actor),
  };
}

/** @param {Job} job */
async function importGood(job) {
  await run(job, committing(job));
  return true;
}

/** @param {Job} job */
async function preview(job) {
  await run(job, onlyLooking(job));
  return true;
}

/** Thrown to roll the transaction back because rows were rejected. */
class Rejected extends Error {}

/** @param {Job} job @returns {Promise<boolean>} whether the rows stay */
async function importAll(job) {
  try {
    await job.context.db.transaction(async (tx) => {
      await hold(tx, job);
      if (createWork(job, 'insert')().rowSecurity) await endAsWriter(tx);
      await run(job, within(tx, job));
      if (job.rejects.count > 0) throw new Rejected();
    });
    return true;
  } catch (error) {
    if (error instanceof Rejected) return false;
    throw error;
  }
}

/**
 * Keeps the table as it is until the transaction ends. It may have been changed since the Catalog was read.
 *
 * @param {import('../../postgres/database/transaction.js').Transaction} tx @param {Job} job
 */
async function hold(tx, { context, same, mapped }) {
  const ask = () => {
    const table = same.now();
    const fields = mapped.map(({ field }) => same.fieldOf(table, field));
    const stored = fields.filter(({ type }) => context.registry.fieldType(type).storage === 'column');
    return sql`select ${join([ident('id'), ...stored.map(({ name }) => ident(name))])} from ${tableSql(table)} limit 0`;
  };
  await tx.query(sql`savepoint held`);
  try {
    await tx.query(ask());
  } catch (error) {
    if (!isStaleSchema(error) || !context.reload) throw error;
    await tx.query(sql`rollback to savepoint held`);
    await context.reload();
    await tx.query(ask());
  }
}

/** @param {ImportContext} context @param {import('../../catalog/model/same-table.js').SameTable} same @param {Field} field */
async function advance({ db, registry }, same, field) {
  const table = same.now();
  const now = table.fields.find(({ id }) => id === field.id);
  if (now) await advanceNumbers(db, table, now, registry);
}

/**
 * Reads and writes at the same time: while a batch is on its way to the database, the next one is read.
 *
 * @param {Job} job @param {WriteLines} write
 */
async function run(job, write) {
  const { options, progress, log } = job;
  const prepare = createPrepare(job);
  const room = createRoom(job.context.dataDir);
  /** @type {Promise<void>} */
  let writing = Promise.resolve();
  /** @type {Promise<void> | undefined} */
  let logging;

  /** @param {CsvRecord[]} batch */
  const send = async (batch) => {
    const prepared = await prepare(batch);
    await writing;
    writing = finish(prepared, batch.length);
    // It is awaited with the next batch; until then a failure must not count as an unhandled rejection.
    writing.catch(() => {});
  };
  /** @param {Prepared[]} prepared @param {number} read */
  const finish = async (prepared, read) => {
    const outcomes = prepared.length ? await write(prepared) : [];
    await logging;
    // The next batch is written meanwhile.
    logging = log?.add(outcomes);
    logging?.catch(() => {});
    for (let at = 0; at < outcomes.length; at++) {
      const noting = note(job, prepared[at], outcomes[at]);
      if (noting) await noting;
    }
    progress.rows += read;
    progress.rejected = job.rejects.count;
    options.onProgress?.({ ...progress });
  };

  try {
    for await (const batch of batchesOf(job.csv.records)) {
      if (options.signal?.aborted) throw csvCancelled();
      await room(batch.reduce((sum, { text }) => sum + ROW_COST + text.length, 0));
      await send(batch);
    }
  } finally {
    // Also if reading failed: a batch still on its way would otherwise arrive after its transaction was rolled back.
    await writing.finally(() => logging);
  }
}

const COUNTED = /** @type {const} */ ({ added: 'inserted', changed: 'changed', unchanged: 'unchanged' });

/** @param {Job} job @param {Prepared} prepared @param {LineOutcome} outcome @returns {Promise<unknown> | undefined} */
function note({ progress, rejects, emptied }, { record, odd }, outcome) {
  if ('did' in outcome) {
    progress[COUNTED[outcome.did]]++;
    return odd ? emptied.add(record, odd) : undefined;
  }
  if ('reason' in outcome) return rejects.add(record, outcome.reason);
  if (outcome.error instanceof AppError && !isOver(outcome.error))
    return rejects.add(record, outcome.error.phrases.message);
  throw outcome.error;
}

/** Problems of the database rather than of a row: all further rows would fail too. @param {AppError} error */
const isOver = ({ code, cause }) =>
  ['DATABASE_UNAVAILABLE', 'DATABASE_BUSY', 'DISK_FULL'].includes(code) ||
  (code === 'ROW_FUNCTION_FAILED' && cause instanceof AppError && cause.code !== 'FUNCTION_FAILED');

/** Somebody who can choose keys could find out which are taken. @param {Actor} actor @param {MappedColumn[]} mapped */
function refuseKeys(actor, mapped) {
  if (isUnlimited(actor) || !mapped.some(({ field }) => field.auto === 'id' || field.auto === 'number')) return;
  throw new AppError('FORBIDDEN', 'Only admins can import ids and numbers', {
    status: 403,
    hint: 'Leave the column out. Each row gets its own',
  });
}

/** Ids that came with the rows must not be generated again. @param {ImportContext} context @param {Table} table */
async function moveSequence({ db }, table) {
  if (table.key !== 'identity') return;
  const sequence = sql`pg_get_serial_sequence(${toStatement(tableSql(table)).text}, 'id')`;
  await db.query(sql`select setval(${sequence}, m.id) from (select max(id) as id from ${tableSql(table)}) m
    where m.id > coalesce(pg_sequence_last_value(${sequence}::regclass), 0)`);
}
