/** @import { Actor, Field, Filter, MailParts } from '@plinth/plugin' */
/** @import { Select } from '../rows/within.js' */
/** @import { ExportContext } from '../csv/read-export.js' */
/** @import { FindList, PlannedList } from '../lists/planned-lists.js' */
/** @import { Attachment, MailBlock } from './types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { exportCsv } from '../csv/export.js';
import { exportXlsx } from '../csv/export-xlsx.js';
import { choiceText, isNamed, labelText, readExport } from '../csv/read-export.js';
import { collected } from './attachments.js';

/** @typedef {Omit<ExportContext, 'select'> & { select: Select, list: FindList }} ListContext */

/** Rows of a table in the text; further ones are named by their number only in a file. */
const MOST_ROWS = 100;
const MIMES = Object.freeze({
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});

/**
 * A list that goes with a mail, with the rows that the actor may see.
 *
 * @param {ListContext} context @param {Actor} actor
 * @param {{ view: string, as?: MailParts['viewAs'], relation?: string | null, id: string | number | null }} wanted
 *   relation: the field that points to the row `id`
 * @param {number} most bytes of a file
 * @returns {Promise<{ block: MailBlock } | { attachment: Attachment }>}
 * @throws {AppError} ACTION_INCOMPLETE, MAIL_TOO_LARGE
 */
export async function includedList(context, actor, { view, as = 'table', relation, id }, most) {
  const found = context.list(actor, view);
  if (!found) throw noList(view);
  const options = optionsOf(found, relation ? { field: relation, id } : null);
  if (as === 'table') return { block: await tableBlock(context, actor, found, options) };
  const write = as === 'xlsx' ? exportXlsx : exportCsv;
  const data = await collected(await write(context, actor, options), most);
  return { attachment: { name: `${fileName(found.label || view)}.${as}`, mime: MIMES[as], data } };
}

/** @param {PlannedList} list @param {{ field: string, id: string | number | null } | null} pointing */
export function optionsOf({ query: { spec, params }, columns }, pointing) {
  const only = pointing && { field: pointing.field, op: /** @type {const} */ ('eq'), value: { param: '_row' } };
  const where = /** @type {Filter[]} */ ([spec.where, only].filter(Boolean));
  return {
    ...{ table: String(spec.table), labels: true, sort: [...(spec.sort ?? [])] },
    ...{ fields: columns.map(({ field }) => field), heads: columns.map(({ label }) => label) },
    ...(where.length > 0 && { where: { all: where } }),
    params: { ...params, _row: pointing?.id ?? null },
  };
}

/**
 * @param {ListContext} context @param {Actor} actor @param {PlannedList} list @param {ReturnType<typeof optionsOf>} options
 * @returns {Promise<MailBlock>}
 */
async function tableBlock(context, actor, { label, formats }, options) {
  const { columns, head, pages } = await readExport(context, actor, options);
  /** @type {Record<string, any>[]} */
  const rows = (await pages.next()).value ?? [];
  const shown = rows.slice(0, MOST_ROWS);
  const cell = (/** @type {any} */ value, /** @type {Field | null} */ field) => {
    if (value === null || field === null) return '';
    if (isNamed(field, options)) return labelText(value);
    return choiceText(value, field) ?? context.registry.fieldType(field.type).format(value, field, formats);
  };
  const cells = shown.map((row) => columns.map(({ field }, i) => String(cell(row[`c${i}`] ?? null, field))));
  return { table: { title: label, heads: head, rows: cells, more: rows.length > MOST_ROWS } };
}

/** Without characters that some systems refuse in names. @param {string} label */
const fileName = (label) =>
  label
    .replaceAll(/[\p{Cc}"*/:<>?\\|]+/gu, ' ')
    .trim()
    .slice(0, 80) || 'list';

/** @param {string} view */
const noList = (view) =>
  new AppError('ACTION_INCOMPLETE', phrase`There is no list "${view}" that may be opened here`, {
    ...{ status: 422, hint: 'Choose another list, or grant whoever sends the mail the right to open it' },
  });
