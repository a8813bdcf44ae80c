/** @import { Actor, Formats } from '@plinth/plugin' */
/** @import { Column, ExportContext, ExportOptions } from './read-export.js' */
/** @import { PdfCell } from '../pdf/types.d.ts' */
/** @import { createPdfs } from '../pdf/create-pdfs.js' */
import { Readable } from 'node:stream';
import { MOST_PDF_ROWS } from '../pdf/create-pdfs.js';
import { filesOnPaper } from '../pdf/files-on-paper.js';
import { pdfFrame } from '../pdf/frame.js';
import { readExport, readableText } from './read-export.js';

/** Of a cell, in characters. */
const LONGEST = 600;

/** @typedef {{ title: string, formats: Formats }} PdfLook */
/** @typedef {{ pdfs: ReturnType<typeof createPdfs>, clock?: () => Date }} PdfParts */

/**
 * The rows that an actor may read as a table on paper.
 *
 * @param {ExportContext & PdfParts} context @param {Actor} actor @param {ExportOptions & { look: PdfLook }} options
 * @returns {Promise<Readable>} fails before the first byte if there is no such table or field
 * @throws {import('@plinth/plugin').AppError} PDF_TOO_LARGE, PDF_BUSY
 */
export async function exportPdf(context, actor, options) {
  return Readable.from([await context.pdfs.make(await listOnPaper(context, actor, options), actor)]);
}

/**
 * What such a table says, before it is laid out.
 *
 * @param {ExportContext & Omit<PdfParts, 'pdfs'>} context @param {Actor} actor @param {ExportOptions & { look: PdfLook }} options
 * @returns {Promise<import('../pdf/types.d.ts').PdfDocument>}
 */
export async function listOnPaper(context, actor, options) {
  const { look } = options;
  const { columns, head, pages } = await readExport(context, actor, options);
  const parts = { registry: context.registry, formats: look.formats };
  const cellOf = (/** @type {unknown} */ value, /** @type {Column} */ { field, pictures }) =>
    filesOnPaper(value, pictures) ?? shortened(readableText(value, field, options, parts));
  /** @type {PdfCell[][]} */
  const rows = [];
  for await (const page of pages) {
    for (const row of page) rows.push(columns.map((column, i) => cellOf(row[`c${i}`] ?? null, column)));
    // One more than may be is enough to know that it is too much.
    if (rows.length > MOST_PDF_ROWS) break;
  }
  const right = columns.map(({ field }) => field !== null && context.registry.fieldType(field.type).group === 'number');
  return pdfFrame(context, look, [{ heads: head, rows, right }]);
}

/** @param {string} text */
function shortened(text) {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
