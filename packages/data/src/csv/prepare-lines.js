/** @import { Message } from '@plinth/plugin' */
/** @import { CsvRecord } from './records.js' */
/** @import { Job } from './import.js' */
/** @import { KeyedLine } from './keyed-lines.js' */
/** @import { Work } from '../rows/write/batch.js' */
/** @import { PayloadRow } from '../rows/write/payload.js' */
import { asPhrase, joinPhrases } from '@plinth/plugin';
import { createWriteContext } from '../rows/write-rows.js';
import { readKey } from '../schema/key.js';
import { createSelect } from '../rows/select.js';
import { toPayload } from '../rows/write/payload.js';
import { createKeyedLines } from './keyed-lines.js';
import { createLookups } from './lookups.js';
import { readRecord, together } from './read-record.js';

/** A line ready to be written: a new row, or what belongs to a key. @typedef {{ record: CsvRecord, odd: Message | null, row: PayloadRow | null, line: KeyedLine | null }} Prepared */

/**
 * Checks records and turns them into rows for the database; invalid ones go to the rejects.
 *
 * @param {Job} job
 */
export function createPrepare({ context, actor, csv, mapped, rejects, table, key, options }) {
  const { registry } = context;
  const write = createWriteContext(context);
  const catalog = context.catalog();
  const fields = mapped.map(({ field }) => field);
  const lookups = createLookups({ select: createSelect(context), catalog, registry, actor }, fields);
  const readRow = createReadRow(write);
  const readKeyed =
    key && options.byKey ? createKeyedLines({ registry, write, key, byKey: options.byKey, mapped }) : null;

  return async (/** @type {CsvRecord[]} */ batch) => {
    const read = batch.map((record) =>
      readRecord(record, csv, mapped, { registry, timeZone: catalog.settings.timeZone }),
    );
    await lookups.learn(read.filter((entry) => !entry.problem).map((entry) => entry.values));
    const work = write.work(actor, table.name, 'insert');
    /** @type {Prepared[]} */
    const prepared = [];
    for (const { record, problem, values, odd } of read) {
      const reason = problem ?? together(lookups.replace(values));
      const answer = reason ? { reason } : readKeyed ? readKeyed(work, record, values) : readRow(work, values);
      if ('reason' in answer) await rejects.add(record, answer.reason);
      else if ('row' in answer) prepared.push({ record, odd, row: answer.row, line: null });
      else prepared.push({ record, odd, row: null, line: answer });
    }
    return prepared;
  };
}

/** @param {ReturnType<typeof createWriteContext>} write */
export function createReadRow(write) {
  /** @param {Work} work @param {Record<string, unknown>} given @returns {{ row: PayloadRow } | { reason: Message }} */
  return (work, given) => {
    const { id, ...rest } = given;
    const { values, problems } = write.read(work, rest, 'create');
    if (problems) return { reason: joinPhrases(Object.values(problems).map(asPhrase), '; ') };
    if (id === undefined || id === null || id === '')
      return { row: { v: toPayload(write.registry, work.table, values) } };
    try {
      const row = { ...values, id: readKey(write.registry, work.table, id) };
      return { row: { v: toPayload(write.registry, work.table, row) } };
    } catch {
      return { reason: 'The id has a different format than the ids of this table' };
    }
  };
}
