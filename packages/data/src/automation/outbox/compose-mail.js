/** @import { Actor, MailParts } from '@plinth/plugin' */
/** @import { Select } from '../../gate/rows/read-within.js' */
/** @import { ExportContext } from '../../exchange/csv/read-export.js' */
/** @import { About } from '../types.d.ts' */
/** @import { Evaluated } from '../../rules/expressions/fill-texts.js' */
/** @import { FindDetail, FindList } from '../../catalog/lists/planned-lists.js' */
/** @import { OpenFile } from '../../exchange/pdf/load-pictures.js' */
/** @import { Attachment, Composed, MailBlock } from './types.d.ts' */
import { address } from '@plinth/plugin';
import { escapeMarkdown, fillTexts } from '../../rules/expressions/fill-texts.js';
import { filesOfRow, roomLeft } from './attachments.js';
import { includedView } from './included-view.js';

/**
 * @typedef {Omit<ExportContext, 'select'> & import('../../exchange/csv/export-pdf.js').PdfParts & { select: Select, isLater?: boolean, files: OpenFile, list: FindList, detail: FindDetail, actor: Actor, about: About, baseUrl: string,
 *   values: (sources: readonly string[]) => Promise<Evaluated[]> }} ComposeContext values: of expressions about the row;
 *   isLater: PDF files are laid out when the mail is sent
 */

/**
 * A mail about a row, with what the actor may read of it.
 *
 * @param {ComposeContext} context @param {MailParts} parts
 * @returns {Promise<Composed & { attachments: Attachment[] }>}
 */
export async function composeMail(context, { subject, body, buttonView, button, files = [], view, viewAs, relation }) {
  const catalog = context.catalog();
  const { actor, about, registry, values } = context;
  const tables = { row: about.table, old: about.table };
  const [line, text] = await fillTexts({ catalog, registry, tables, values }, [subject, body]);
  /** @type {MailBlock[]} */
  const blocks = [{ markdown: text(escapeMarkdown), plain: text() }];
  const { table, id, isGone } = about;
  if (buttonView && id !== null && !isGone && catalog.hasView(buttonView))
    blocks.push({ button: button || catalog.view(buttonView).label, url: viewUrl(context.baseUrl, buttonView, id) });
  const attachments = table && id !== null && !isGone ? await filesOfRow(context, { table, id }, files) : [];
  if (view) {
    const found = await includedView(context, actor, { view, as: viewAs, relation }, about, roomLeft(attachments));
    blocks.push(...found.blocks);
    attachments.push(...found.attachments);
  }
  return { subject: line(), content: { locale: catalog.settings.locale, blocks }, attachments };
}

/** @param {string} baseUrl @param {string} view @param {string | number} id */
const viewUrl = (baseUrl, view, id) => `${baseUrl}${address(`/view/${view}`, { id })}`;
