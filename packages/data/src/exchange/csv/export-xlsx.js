/** @import { Actor, Field, FieldLike, Registry, SheetCell } from '@plinth/plugin' */
/** @import { Readable } from 'node:stream' */
/** @import { ExportContext, ExportOptions } from './read-export.js' */
import { NO_TRAITS } from '@plinth/plugin';
import { isGrouped } from '../../catalog/field-types/base/grouping.js';
import { writeWorkbook } from '../xlsx/write-workbook.js';
import { choiceText, isNamed, labelText, readExport } from './read-export.js';

/**
 * Streams the rows that an actor may read as an Excel workbook with typed cells.
 *
 * @param {ExportContext} context @param {Actor} actor @param {ExportOptions} options
 * @returns {Promise<Readable>} fails before the first byte if there is no such table or field
 */
export async function exportXlsx(context, actor, options) {
  const { table, columns, head, pages } = await readExport(context, actor, options);
  async function* rows() {
    for await (const page of pages)
      yield page.map((row) =>
        columns.map(({ field }, i) => cellOf(context.registry, row[`c${i}`] ?? null, field, options)),
      );
  }
  return writeWorkbook({ name: table.label, head, timeZone: context.catalog().settings.timeZone }, rows());
}

/**
 * @param {Registry} registry @param {unknown} value @param {Field | null} field @param {ExportOptions} options
 * @returns {SheetCell | null}
 */
function cellOf(registry, value, field, options) {
  if (value === null || field === null) return null;
  if (isNamed(field, options)) return { kind: 'text', value: labelText(value) };
  const type = registry.fieldType(field.type);
  return (
    (type.sheetCell ?? sheetCell)(value, field) ?? {
      kind: 'text',
      value: (options.labels && choiceText(value, field)) || type.serialize(value, field),
    }
  );
}

/** The cell of a value by what is known of its type. @param {unknown} value @param {FieldLike} field @returns {SheetCell | null} */
function sheetCell(value, field) {
  const { value: kind, hasDay, hasTime } = field.traits ?? NO_TRAITS;
  if (kind === 'boolean') return { kind, value: Boolean(value) };
  if (kind === 'date' && hasDay) return { kind: hasTime ? 'dateTime' : 'date', value: String(value) };
  if (kind !== 'number') return null;
  if (hasTime) return typeof value === 'number' ? { kind: 'duration', value } : null;
  const { decimals } = field.attributes;
  const isWhole = Number.isInteger(value) && !Number.isInteger(decimals);
  return {
    kind,
    value: String(value),
    isGrouped: isGrouped(field),
    decimals: isWhole ? 0 : Number.isInteger(decimals) ? decimals : null,
  };
}
