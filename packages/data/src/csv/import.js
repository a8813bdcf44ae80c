/** @import { Actor, Catalog, Field, Message, Registry, Table, Translate } from '@plinth/plugin' */
/** @import { CsvRecord } from './records.js' */
/** @import { ColumnChoice, MappedColumn } from './mapping.js' */
/** @import { Outcome, Work } from '../rows/write/batch.js' */
/** @import { Encoding } from './encoding.js' */
import { AppError, asPhrase, joinPhrases, translator, memoize } from '@plinth/plugin';
import { isUnlimited } from '../rights/index.js';
import { endAsWriter } from '../rights/row-security/index.js';
import { checkTable, createWriteContext } from '../rows/write-rows.js';
import { readKey } from '../schema/key.js';
import { createSelect } from '../rows/select.js';
import { createCompilation } from '../rows/compile/compilation.js';
import { insertStatement } from '../rows/write/insert-statement.js';
import { advanceNumbers } from '../rows/write/advance-numbers.js';
import { toPayload } from '../rows/write/payload.js';
import { sql, toStatement } from '../sql/index.js';
import { tableSql } from '../schema/physical.js';
import { createRoom } from '../files/room.js';
import { brokenOff, csvCancelled } from './errors.js';
import { createImportLog } from './import-log.js';
import { createLookups } from './lookups.js';
import { mapColumns } from './mapping.js';
import { readRecord, together } from './read-record.js';
import { createRejects } from './rejects.js';
import { withinTransaction } from '../rows/write/within-transaction.js';
import { goodRows } from './write-batches.js';

/** Rows per statement. */
const BATCH = 1000;

/**
 * @typedef {{ db: import('../postgres/database.js').Database, registry: Registry, catalog: () => Catalog, dataDir:
 *   string,
 *   reload?: () => Promise<unknown>, clock?: () => Date }} ImportContext
 * @typedef {{ rows: number, inserted: number, rejected: number }} Progress
 * @typedef {{ table: string, columns: ColumnChoice[], mode: 'all-or-nothing' | 'good-rows',
 *   onProgress?: (progress: Progress) => void, signal?: AbortSignal, isNew?: boolean, t?: Translate }} ImportOptions
 *   `isNew`: the table goes again if the import fails; `t`: says the reasons of rejected rows, in English without it
 * @typedef {{ inserted: number, rejected: import('./rejects.js').Rejected[], rejectedCount: number, report: string | null,
 *   emptied: import('./rejects.js').Rejected[], emptiedCount: number, emptiedReport: string | null,
 *   import: string | null }} ImportResult `import`: id by which it can be undone;
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
  const table = context.catalog().table(options.table);
  checkTable(actor, table, 'insert');
  const mapped = mapColumns(csv.columns, options.columns, table, context.registry);
  refuseKeys(actor, mapped);
  const t = options.t ?? translator([], 'en');
  const rejects = createRejects(context.dataDir, csv.columns, t);
  const emptied = createRejects(context.dataDir, csv.columns, t);
  const progress = { rows: 0, inserted: 0, rejected: 0 };
  const log = options.isNew ? null : createImportLog(context.db, table, actor);
  const job = { context, actor, csv, options, table, mapped, rejects, emptied, progress, log };
  try {
    const inserted = await (options.mode === 'good-rows' ? importGood(job) : importAll(job));
    if (inserted && mapped.some(({ field }) => field.auto === 'id')) await moveSequence(context, table);
    if (inserted) for (const { field } of mapped) await advanceNumbers(context.db, table, field, context.registry);
    if (!inserted) await emptied.drop();
    const left = inserted ? await emptied.end() : { rejected: [], rejectedCount: 0, report: null };
    const told = { emptied: left.rejected, emptiedCount: left.rejectedCount, emptiedReport: left.report };
    await (inserted ? log?.finish() : log?.drop());
    return { inserted, ...(await rejects.end()), ...told, import: log?.id ?? null };
  } catch (error) {
    await Promise.all([rejects.drop(), emptied.drop()]);
    if (options.mode !== 'good-rows') await log?.drop().catch(() => {});
    const isKept = options.mode === 'good-rows' && !options.isNew && progress.inserted > 0;
    throw isKept && error instanceof AppError ? brokenOff(error, progress.inserted) : error;
  } finally {
    await csv.close();
  }
}

/** @typedef {{ record: CsvRecord, row: any, odd: Message | null }} Prepared */
/** @typedef {{ context: ImportContext, actor: Actor, csv: import('./open-csv.js').OpenCsv, options: ImportOptions, table: Table, mapped: MappedColumn[], rejects: ReturnType<typeof createRejects>, emptied: ReturnType<typeof createRejects>, log: ReturnType<typeof createImportLog> | null, progress: Progress }} Job */

/** @param {Job} job */
async function importGood(job) {
  const work = createWork(job);
  return run(job, work, goodRows(job.context.db, work, job.context.reload));
}

/**
 * Inserts rows with the current Catalog. The statement returns nothing but ids, since nobody looks at the rows.
 *
 * @param {Job} job @returns {() => Work}
 */
function createWork({ context, actor, table }) {
  const write = createWriteContext(context);
  const statementFor = memoize((/** @type {Catalog} */ catalog) => {
    const compilation = createCompilation({ catalog, registry: context.registry, actor });
    return insertStatement(compilation, catalog.table(table.name), { show: false });
  });
  return () => ({ ...write.work(actor, table.name, 'insert'), statementFor });
}

/** Thrown to roll the transaction back because rows were rejected. */
class Rejected extends Error {}

/** @param {Job} job */
async function importAll(job) {
  try {
    return await job.context.db.transaction(async (tx) => {
      const work = createWork(job)();
      if (work.rowSecurity) await endAsWriter(tx);
      const inserted = await run(job, () => work, withinTransaction(tx, work));
      if (job.rejects.count > 0) throw new Rejected();
      return inserted;
    });
  } catch (error) {
    if (error instanceof Rejected) return 0;
    throw error;
  }
}

/**
 * Reads and writes at the same time: while a batch is on its way to the database, the next one is read.
 *
 * @param {Job} job @param {() => Work} work @param {(rows: any[]) => Promise<Outcome[]>} write
 */
async function run(job, work, write) {
  const { rejects, emptied, options, progress, log } = job;
  const prepare = createPrepare(job, work);
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
    const outcomes = prepared.length ? await write(prepared.map(({ row }) => row)) : [];
    await logging;
    // The next batch is written meanwhile.
    logging = log?.add(outcomes.flatMap(({ row }) => row?.id ?? []));
    logging?.catch(() => {});
    for (const [at, { error }] of outcomes.entries()) {
      if (error === undefined) {
        progress.inserted++;
        const { record, odd } = prepared[at];
        if (odd) await emptied.add(record, odd);
      } else if (isOver(error)) throw error;
      else if (error instanceof AppError) await rejects.add(prepared[at].record, error.phrases.message);
      else throw error;
    }
    progress.rows += read;
    progress.rejected = rejects.count;
    options.onProgress?.({ ...progress });
  };

  try {
    for await (const batch of batches(job)) {
      if (options.signal?.aborted) throw csvCancelled();
      await room(batch.reduce((sum, { text }) => sum + text.length, 0));
      await send(batch);
    }
  } finally {
    // Also if reading failed: a batch still on its way would otherwise arrive after its transaction was rolled back.
    await writing.finally(() => logging);
  }
  return progress.inserted;
}

/** Problems of the database rather than of a row: all further rows would fail too. @param {unknown} error */
const isOver = (error) =>
  error instanceof AppError && ['DATABASE_UNAVAILABLE', 'DATABASE_BUSY', 'DISK_FULL'].includes(error.code);

/** Batches of records, without the header. @param {Job} job @returns {AsyncGenerator<CsvRecord[]>} */
async function* batches({ csv }) {
  let header = csv.header;
  /** @type {CsvRecord[]} */
  let batch = [];
  for await (const records of csv.records) {
    for (const record of records) {
      if (header && !record.problem) {
        header = false;
        continue;
      }
      if (batch.push(record) < BATCH) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length) yield batch;
}

/**
 * Checks records and turns them into rows for the database; invalid ones go to the rejects.
 *
 * @param {Job} job @param {() => Work} work
 */
function createPrepare({ context, actor, csv, mapped, rejects }, work) {
  const write = createWriteContext(context);
  const fields = mapped.map(({ field }) => field);
  const catalog = context.catalog();
  const { registry } = context;
  const lookups = createLookups({ select: createSelect(context), catalog, registry, actor }, fields);

  return async (/** @type {CsvRecord[]} */ batch) => {
    const read = batch.map((record) =>
      readRecord(record, csv, mapped, { registry, timeZone: catalog.settings.timeZone }),
    );
    await lookups.learn(read.filter((entry) => !entry.problem).map((entry) => entry.values));
    const now = work();
    /** @type {Prepared[]} */
    const prepared = [];
    for (const { record, problem, values, odd } of read) {
      const reason = problem ?? together(lookups.replace(values));
      const answer = reason ? { reason } : readRow(write, now, values);
      if ('row' in answer) prepared.push({ record, odd, row: { v: toPayload(registry, now.table, answer.row) } });
      else await rejects.add(record, answer.reason);
    }
    return prepared;
  };
}

/**
 * @param {ReturnType<typeof createWriteContext>} write @param {Work} work @param {Record<string, unknown>} given
 * @returns {{ row: Record<string, unknown> } | { reason: Message }}
 */
function readRow(write, work, given) {
  const { id, ...named } = given;
  const isNumber = (/** @type {string} */ name) => work.table.field(name).auto === 'number';
  const rest = Object.fromEntries(Object.entries(named).filter(([name]) => !isNumber(name)));
  const { values, problems } = write.read(work, rest, 'create');
  if (problems) return { reason: joinPhrases(Object.values(problems).map(asPhrase), '; ') };
  try {
    for (const name of Object.keys(named).filter(isNumber))
      Object.assign(values, readNumber(write, work.table.field(name), named[name]));
  } catch (error) {
    if (error instanceof AppError) return { reason: error.phrases.message };
    throw error;
  }
  if (id === undefined || id === null || id === '') return { row: values };
  try {
    return { row: { ...values, id: readKey(write.registry, work.table, id) } };
  } catch {
    return { reason: 'The id has a different format than the ids of this table' };
  }
}

/** A row without its number gets the next one. @param {ReturnType<typeof createWriteContext>} write @param {Field} field @param {unknown} given */
function readNumber({ registry }, field, given) {
  const type = registry.fieldType(field.type);
  const value = type.parse(given, field);
  if (value === null) return {};
  type.validate(value, field);
  return { [field.name]: value };
}

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
