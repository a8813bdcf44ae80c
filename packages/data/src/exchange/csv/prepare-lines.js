/** @import { Field, Message, Registry, Table } from '@plinth/plugin' */
/** @import { CsvRecord } from './records.js' */
/** @import { Job } from './import.js' */
/** @import { KeyedLine } from './keyed-lines.js' */
/** @import { SameTable } from '../../catalog/model/same-table.js' */
/** @import { Work } from '../../gate/rows/write/batch.js' */
/** @import { PayloadRow } from '../../gate/rows/write/payload.js' */
import { AppError, asPhrase, joinPhrases } from '@plinth/plugin';
import { createWriteContext } from '../../gate/rows/write-rows.js';
import { readKey } from '../../catalog/schema/key.js';
import { createSelect } from '../../gate/rows/select.js';
import { toPayload } from '../../gate/rows/write/payload.js';
import { createKeyedLines } from './keyed-lines.js';
import { createLookups } from './lookups.js';
import { createQuickRows } from './quick-rows.js';
import { readRecord, together } from './read-record.js';

/** A row for the database, with the names of the table as it was when it was read. @typedef {PayloadRow & { named: Table }} NamedRow */
/** A line ready to be written: a new row, or what belongs to a key. @typedef {{ record: CsvRecord, odd: Message | null, row: NamedRow | null, line: KeyedLine | null }} Prepared */

/**
 * Checks records and turns them into rows for the database; invalid ones go to the rejects.
 *
 * @param {Job} job
 */
export function createPrepare(job) {
  const { context, actor, csv, mapped, rejects, same, key, options } = job;
  const { registry } = context;
  const write = createWriteContext(context);
  const fields = mapped.map(({ field }) => field);
  const unlinked = mapped.filter(({ leavesUnlinked }) => leavesUnlinked).map(({ field }) => field);
  const lookups = createLookups(
    { db: context.db, select: createSelect(context), catalog: context.catalog, registry, actor },
    fields,
    { withKeys: unlinked },
  );
  const left = new Set(unlinked.map(({ name }) => name));
  const readRow = createReadRow(write, same);
  const readKeyed =
    key && options.byKey
      ? createKeyedLines({ registry, write, key, byKey: options.byKey, mapped, same, limits: context.limits })
      : null;

  const quickRows = createQuickRows(job);

  return async (/** @type {CsvRecord[]} */ batch) => {
    const quick = quickRows(same.now());
    /** @type {{ record: CsvRecord, row: NamedRow | null, read: ReturnType<typeof readRecord> | null }[]} */
    const lines = batch.map((record) => {
      const row = quick?.(record) ?? null;
      return { record, row, read: row ? null : readRecord(record, csv, mapped, { registry }) };
    });
    await lookups.learn(lines.flatMap(({ read }) => (read && !read.problem ? [read.values] : [])));
    const work = write.work(actor, same.now().name, 'insert');
    /** @type {Prepared[]} */
    const prepared = [];
    for (const { record, row, read } of lines) {
      if (!read) {
        prepared.push({ record, odd: null, row, line: null });
        continue;
      }
      const { problem, values, odd: misfit } = read;
      const noted = { fields: left, odd: misfit === null ? [] : [misfit] };
      const reason = problem ?? together(lookups.replace(values, noted));
      const odd = together(noted.odd);
      const answer = reason ? { reason } : readKeyed ? readKeyed(work, record, values) : readRow(work, values);
      if ('reason' in answer) await rejects.add(record, answer.reason);
      else if ('row' in answer) prepared.push({ record, odd, row: answer.row, line: null });
      else prepared.push({ record, odd, row: null, line: answer });
    }
    return prepared;
  };
}

/**
 * Reads the values of a new row, which come with the names of the beginning.
 *
 * @param {ReturnType<typeof createWriteContext>} write @param {SameTable} same
 */
export function createReadRow(write, same) {
  /** @param {Work} work @param {Record<string, unknown>} given @returns {{ row: NamedRow } | { reason: Message }} */
  return (work, given) => {
    const { id, ...named } = same.renamed(same.start, work.table, given);
    const payload = (/** @type {Record<string, unknown>} */ values) => ({
      v: toPayload(write.registry, work.table, values),
      named: work.table,
    });
    const isNumber = (/** @type {string} */ name) => work.table.field(name).auto === 'number';
    const rest = Object.fromEntries(Object.entries(named).filter(([name]) => !isNumber(name)));
    const { values, problems } = write.read(work, rest, 'create');
    if (problems) return { reason: joinPhrases(Object.values(problems).map(asPhrase), '; ') };
    try {
      for (const name of Object.keys(named).filter(isNumber))
        Object.assign(values, readNumber(write.registry, work.table.field(name), named[name]));
    } catch (error) {
      if (error instanceof AppError) return { reason: error.phrases.message };
      throw error;
    }
    if (id === undefined || id === null || id === '') return { row: payload(values) };
    try {
      const row = { ...values, id: readKey(write.registry, work.table, id) };
      return { row: payload(row) };
    } catch {
      return { reason: 'The id has a different format than the ids of this table' };
    }
  };
}

/** A row without its number gets the next one. @param {Registry} registry @param {Field} field @param {unknown} given */
function readNumber(registry, field, given) {
  const type = registry.fieldType(field.type);
  const value = type.parse(given, field);
  if (value === null) return {};
  type.validate(value, field);
  return { [field.name]: value };
}
