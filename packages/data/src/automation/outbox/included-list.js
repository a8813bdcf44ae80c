/** @import { Actor, MailParts, Row } from '@plinth/plugin' */
/** @import { Select } from '../../gate/rows/read-within.js' */
/** @import { ExportContext } from '../../exchange/csv/read-export.js' */
/** @import { PlannedList } from '../../catalog/lists/planned-lists.js' */
/** @import { Attachment, MailBlock } from './types.d.ts' */
import { exportCsv } from '../../exchange/csv/export.js';
import { listOnPaper } from '../../exchange/csv/export-pdf.js';
import { exportXlsx } from '../../exchange/csv/export-xlsx.js';
import { fileName } from '../../exchange/csv/file-name.js';
import { readExport, readableText } from '../../exchange/csv/read-export.js';
import { optionsOf } from '../../catalog/lists/list-options.js';
import { collected } from './attachments.js';
import { paperOf } from './papers.js';

/** @typedef {Omit<ExportContext, 'select'> & import('../../exchange/csv/export-pdf.js').PdfParts & { select: Select, isLater?: boolean }} ListContext isLater: PDF files are laid out when the mail is sent */

/** Rows of a table in the text; further ones are named by their number only in a file. */
export const MOST_ROWS = 100;
const MIMES = Object.freeze({
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});

/**
 * A list that goes with a mail, with the rows that the actor may see.
 *
 * @param {ListContext} context @param {Actor} actor @param {PlannedList} found
 * @param {{ view: string, as?: MailParts['viewAs'], relation?: string | null, id: string | number | null }} wanted
 *   relation: the field that points to the row `id`
 * @param {number} most bytes of a file
 * @returns {Promise<{ block: MailBlock } | { attachment: Attachment }>}
 * @throws {import('@plinth/plugin').AppError} MAIL_TOO_LARGE, PDF_TOO_LARGE
 */
export async function includedList(context, actor, found, { view, as = 'table', relation, id }, most) {
  const options = optionsOf(found, relation ? { field: relation, id } : null);
  if (as === 'table') return { block: await tableBlock(context, actor, found, options) };
  const title = found.label || view;
  const looked = { ...options, look: { title, formats: found.formats } };
  if (as === 'pdf') {
    const document = await listOnPaper(context, actor, looked);
    return { attachment: await paperOf(context, actor, { title, document }, most) };
  }
  const write = { csv: exportCsv, xlsx: exportXlsx }[as];
  const data = await collected(await write(context, actor, looked), most);
  return { attachment: { name: `${fileName(title)}.${as}`, mime: MIMES[as], data } };
}

/**
 * @param {ListContext} context @param {Actor} actor @param {PlannedList} list @param {ReturnType<typeof optionsOf>} options
 * @returns {Promise<MailBlock>}
 */
async function tableBlock(context, actor, { label, formats }, options) {
  const { columns, head, pages } = await readExport(context, actor, options);
  /** @type {Row[]} */
  const rows = (await pages.next()).value ?? [];
  const shown = rows.slice(0, MOST_ROWS);
  const parts = { registry: context.registry, formats };
  const cells = shown.map((row) =>
    columns.map(({ field }, i) => readableText(row[`c${i}`] ?? null, field, options, parts)),
  );
  return { table: { title: label, heads: head, rows: cells, more: rows.length > MOST_ROWS } };
}
