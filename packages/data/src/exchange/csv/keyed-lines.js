/** @import { Field, Message, Registry } from '@plinth/plugin' */
/** @import { CsvRecord } from './records.js' */
/** @import { MappedColumn } from './mapping.js' */
/** @import { ByKey } from './key-choice.js' */
/** @import { Work } from '../../gate/rows/write/batch.js' */
/** @import { PayloadRow } from '../../gate/rows/write/payload.js' */
/** @import { createWriteContext } from '../../gate/rows/write-rows.js' */
import { AppError, asPhrase, joinPhrases, phrase } from '@plinth/plugin';
import { readKey } from '../../catalog/schema/key.js';
import { toPayload } from '../../gate/rows/write/payload.js';
import { LIMITS } from '../../catalog/limits/limits.js';
import { csvMappingInvalid } from './errors.js';

/**
 * A line with the row it may belong to.
 *
 * @typedef {{ given: Record<string, unknown>, key: string | null, match: import('./prepare-lines.js').NamedRow | null }} KeyedLine
 *   `given`: what a new row would get; `key` as text; `match`: key and the values that differ from the row's, perhaps; null:
 *   the line has no id, so it is a new row
 */

/**
 * Reads lines that are matched with rows by a key.
 *
 * @param {{ registry: Registry, write: ReturnType<typeof createWriteContext>, key: Field, byKey: ByKey, mapped: readonly MappedColumn[],
 *   same: import('../../catalog/model/same-table.js').SameTable, limits?: import('../../catalog/limits/limits.js').Limits }} context
 */
export function createKeyedLines({ registry, write, key, byKey, mapped, same, limits = LIMITS }) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  const isId = key.auto === 'id';

  /**
   * @param {Work} work @param {CsvRecord} record @param {Record<string, unknown>} given
   * @returns {KeyedLine | { reason: Message }}
   */
  return function readLine(work, record, given) {
    const { [key.name]: cell, ...others } = given;
    if (isEmpty(cell)) {
      if (isId && byKey.lines !== 'update') return { given: others, key: null, match: null };
      return { reason: phrase`${key.label} is empty` };
    }
    const found = isId ? keyOfRow(work, cell) : valueOfKey(cell);
    if ('reason' in found) return found;
    const text = isId ? String(found.row.k) : String(found.row.v?.[key.name]);
    const before = seen.get(text);
    if (before !== undefined) return { reason: phrase`${key.label} "${shown(cell)}" is in line ${before} already` };
    // They are remembered to tell which come twice; more would take too much memory.
    if (seen.size >= limits.importKeys)
      throw csvMappingInvalid(phrase`The file has more than ${limits.importKeys} keys`, 'Split it into several files');
    seen.set(text, record.line);
    const { values, problems } = write.read(
      work,
      same.renamed(same.start, work.table, { ...emptied(record), ...others }),
      'update',
    );
    if (problems) return { reason: joinPhrases(Object.values(problems).map(asPhrase), '; ') };
    const keyed = same.renamed(same.start, work.table, found.row.v ?? {});
    const v = { ...toPayload(registry, work.table, values), ...keyed };
    return { given, key: shown(cell), match: { ...found.row, v, named: work.table } };
  };

  /** @param {Work} work @param {unknown} cell @returns {{ row: PayloadRow } | { reason: Message }} */
  function keyOfRow(work, cell) {
    try {
      return { row: { k: readKey(registry, work.table, cell) } };
    } catch {
      return { reason: 'The id has a different format than the ids of this table' };
    }
  }

  /** @param {unknown} cell @returns {{ row: PayloadRow } | { reason: Message }} */
  function valueOfKey(cell) {
    const type = registry.fieldType(key.type);
    try {
      const value = type.parse(cell, key);
      if (value === null) return { reason: phrase`${key.label} is empty` };
      type.validate(value, key);
      return { row: { v: toPayload(registry, same.start, { [key.name]: value }) } };
    } catch (error) {
      if (error instanceof AppError) return { reason: error.phrases.message };
      throw error;
    }
  }

  /** Cells without a text, if they empty the value. @param {CsvRecord} record @returns {Record<string, null>} */
  function emptied({ fields }) {
    if (!byKey.clears) return {};
    const empty = mapped.filter(({ at, field }) => field !== key && field.auto !== 'id' && isEmpty(fields[at]));
    return Object.fromEntries(empty.map(({ field }) => [field.name, null]));
  }
}

/** @param {unknown} cell */
const isEmpty = (cell) => cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');

/** @param {unknown} cell */
const shown = (cell) => String(cell).trim().slice(0, 60);
