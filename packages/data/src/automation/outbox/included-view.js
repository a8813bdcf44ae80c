/** @import { Actor, MailParts } from '@plinth/plugin' */
/** @import { About } from '../types.d.ts' */
/** @import { FindDetail, FindList, PlannedDetail } from '../../catalog/lists/planned-lists.js' */
/** @import { ListContext } from './included-list.js' */
/** @import { Attachment, MailBlock } from './types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { detailOnPaper } from '../../exchange/details/detail-pdf.js';
import { readDetail } from '../../exchange/details/read-detail.js';
import { MOST_ROWS, includedList } from './included-list.js';
import { paperOf } from './papers.js';

/** @typedef {ListContext & { list: FindList, detail: FindDetail }} ViewContext */
/** @typedef {{ blocks: MailBlock[], attachments: Attachment[] }} Included */
/** @typedef {{ view: string, as?: MailParts['viewAs'], relation?: string | null }} Wanted relation: of a list */

/**
 * A list, or a detail view of the row, in a mail, with the rows and fields that the actor may see.
 *
 * @param {ViewContext} context @param {Actor} actor @param {Wanted} wanted @param {About} about
 * @param {number} most bytes of a file
 * @returns {Promise<Included>}
 * @throws {AppError} ACTION_INCOMPLETE, MAIL_TOO_LARGE, PDF_TOO_LARGE
 */
export async function includedView(context, actor, wanted, about, most) {
  const list = context.list(actor, wanted.view);
  if (list) {
    const found = await includedList(context, actor, list, { ...wanted, id: about.id }, most);
    return 'block' in found
      ? { blocks: [found.block], attachments: [] }
      : { blocks: [], attachments: [found.attachment] };
  }
  const detail = context.detail(actor, wanted.view, about.isGone ? null : about.id);
  if (!detail) throw noView(wanted.view);
  return includedDetail(context, actor, detail, { ...wanted, about }, most);
}

/**
 * @param {ViewContext} context @param {Actor} actor @param {PlannedDetail} detail @param {Wanted & { about: About }} wanted
 * @param {number} most bytes @returns {Promise<Included>}
 */
async function includedDetail(context, actor, detail, { view, as = 'table', about }, most) {
  if (as !== 'table' && as !== 'pdf') throw notAsTable(view);
  if (detail.table !== about.table?.name) throw ofOtherTable(view);
  // Without a row there is nothing to show, as with the button that would open it.
  if (!detail.query) return { blocks: [], attachments: [] };
  if (as === 'pdf') {
    const paper = await detailOnPaper(context, actor, detail);
    if (!paper) throw noRow(view);
    return { blocks: [], attachments: [await paperOf(context, actor, paper, most)] };
  }
  const found = await readDetail(context, actor, detail, MOST_ROWS, (_, text) => text);
  if (!found) throw noRow(view);
  return { blocks: [{ title: found.title }, ...found.blocks.map(inMail)], attachments: [] };
}

/** @param {import('../../exchange/details/read-detail.js').DetailBlock} block @returns {MailBlock} */
function inMail(block) {
  if (!('heads' in block)) return block;
  const { title, heads, rows, more } = block;
  return { table: { title, heads, rows, more } };
}

/** @param {string} view */
const noView = (view) =>
  new AppError('ACTION_INCOMPLETE', phrase`There is no list or detail view "${view}" that may be opened here`, {
    status: 422,
    hint: 'Choose another view, or grant whoever sends the mail the right to open it',
  });

/** @param {string} view */
const notAsTable = (view) =>
  new AppError('ACTION_INCOMPLETE', phrase`The detail view "${view}" can’t be attached as a table`, {
    status: 422,
    hint: 'Include it below the text or as a PDF, or choose a list',
  });

/** @param {string} view */
const ofOtherTable = (view) =>
  new AppError('ACTION_INCOMPLETE', phrase`The detail view "${view}" shows another table than the mail is about`, {
    status: 422,
    hint: 'Choose a view of the same table, or a list',
  });

/** @param {string} view */
const noRow = (view) =>
  new AppError('ROW_NOT_FOUND', phrase`The row that "${view}" would show is not there, or you may not see it`, {
    status: 404,
    hint: 'Grant whoever sends the mail the right to see it',
  });
