/** @import { Actor, Field, Registry } from '@plinth/plugin' */
/** @import { Readable } from 'node:stream' */
/** @import { Cell } from '../xlsx/write-cell.js' */
/** @import { ExportContext, ExportOptions } from './read-export.js' */
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
 * @param {Registry} registry @param {any} value @param {Field | null} field @param {ExportOptions} options
 * @returns {Cell | null}
 */
function cellOf(registry, value, field, options) {
  if (value === null || field === null) return null;
  if (isNamed(field, options)) return { kind: 'text', value: labelText(value) };
  const type = registry.fieldType(field.type);
  const typed = TYPED[field.type] ?? (type.group === 'number' ? TYPED.decimal : null);
  return (
    typed?.(value, field) ?? {
      kind: 'text',
      value: (options.labels && choiceText(value, field)) || type.serialize(value, field),
    }
  );
}

/** @type {Record<string, (value: any, field: Field) => Cell | null>} */
const TYPED = {
  decimal: (value, field) => {
    const { decimals } = field.attributes;
    const isWhole = Number.isInteger(value) && !Number.isInteger(decimals);
    return {
      ...{ kind: 'number', value: String(value), isGrouped: isGrouped(field) },
      decimals: isWhole ? 0 : Number.isInteger(decimals) ? decimals : null,
    };
  },
  money: (value, { attributes }) => ({
    ...{ kind: 'number', value: String(value), isGrouped: true },
    decimals: Number.isInteger(attributes.decimals) ? attributes.decimals : 2,
    currency: attributes.currency ?? 'EUR',
  }),
  percent: (value) => ({ kind: 'percent', value: String(value) }),
  boolean: (value) => ({ kind: 'boolean', value: Boolean(value) }),
  date: (value) => ({ kind: 'date', value: String(value) }),
  date_time: (value) => ({ kind: 'dateTime', value: String(value) }),
  duration: (value) => (typeof value === 'number' ? { kind: 'duration', value } : null),
};
