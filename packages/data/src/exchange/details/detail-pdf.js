/** @import { Actor } from '@plinth/plugin' */
/** @import { PdfParts } from '../csv/export-pdf.js' */
/** @import { ExportContext } from '../csv/read-export.js' */
/** @import { PlannedDetail } from '../../catalog/lists/planned-lists.js' */
/** @import { PdfCell } from '../pdf/types.d.ts' */
/** @import { DetailBlock } from './read-detail.js' */
import { fileName } from '../csv/file-name.js';
import { MOST_PDF_ROWS } from '../pdf/create-pdfs.js';
import { filesOnPaper } from '../pdf/files-on-paper.js';
import { pdfFrame } from '../pdf/frame.js';
import { readDetail } from './read-detail.js';

/**
 * A detail view on paper, with what the actor may read of its row.
 *
 * @param {ExportContext & PdfParts} context @param {Actor} actor @param {PlannedDetail} planned
 * @returns {Promise<{ title: string, name: string, data: Buffer } | null>} name: of its file, without an ending; null: no row is chosen, or the actor may not see it
 * @throws {import('@plinth/plugin').AppError} PDF_TOO_LARGE, PDF_BUSY
 */
export async function detailPdf(context, actor, planned) {
  const paper = await detailOnPaper(context, actor, planned);
  return (
    paper && { title: paper.title, name: fileName(paper.title), data: await context.pdfs.make(paper.document, actor) }
  );
}

/**
 * What it says, before it is laid out.
 *
 * @param {ExportContext & Omit<PdfParts, 'pdfs'>} context @param {Actor} actor @param {PlannedDetail} planned
 * @returns {Promise<{ title: string, document: import('../pdf/types.d.ts').PdfDocument } | null>}
 */
export async function detailOnPaper(context, actor, planned) {
  // One row more than fits is enough for the refusal.
  const detail = await readDetail(context, actor, planned, MOST_PDF_ROWS + 1, cellOf);
  if (!detail) return null;
  const { title, blocks } = detail;
  return { title, document: pdfFrame(context, { title, formats: planned.formats }, blocks.flatMap(onPaper)) };
}

/** @type {import('./read-detail.js').CellOf<PdfCell>} */
const cellOf = (value, text, pictures) => filesOnPaper(value, pictures) ?? text;

/** @param {DetailBlock<PdfCell>} block @returns {import('../pdf/types.d.ts').PdfDocument['blocks']} */
function onPaper(block) {
  if (!('heads' in block)) return [block];
  const { title, heads, rows, right } = block;
  return [{ heading: title }, { heads, rows, right }];
}
