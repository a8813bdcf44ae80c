/** @import { Actor, MailParts } from '@plinth/plugin' */
/** @import { Select } from '../rows/within.js' */
/** @import { ExportContext } from '../csv/read-export.js' */
/** @import { About, Evaluated } from '../actions/evaluate.js' */
/** @import { FindList } from '../lists/planned-lists.js' */
/** @import { OpenFile } from './attachments.js' */
/** @import { Attachment, Composed, MailBlock } from './types.d.ts' */
import { filledText, textParts } from '@plinth/plugin';
import { shownAs } from '../expressions/shown-as.js';
import { filesOfRow, roomLeft } from './attachments.js';
import { includedList } from './included-list.js';

/**
 * @typedef {Omit<ExportContext, 'select'> & { select: Select,  files: OpenFile, list: FindList, actor: Actor, about: About,
 *   values: (sources: readonly string[]) => Promise<Evaluated[]> }} ComposeContext values: of expressions about the row
 */

/**
 * A mail about a row, with what the actor may read of it.
 *
 * @param {ComposeContext} context @param {MailParts} parts
 * @returns {Promise<Composed & { attachments: Attachment[] }>}
 */
export async function composeMail(context, { subject, body, files = [], view, viewAs, relation }) {
  const { settings } = context.catalog();
  const { actor, about } = context;
  const [line, text] = await filled(context, [subject, body]);
  /** @type {MailBlock[]} */
  const blocks = [{ markdown: text(escapeMarkdown), plain: text(plain) }];
  const { table, id, isGone } = about;
  const attachments = table && id !== null && !isGone ? await filesOfRow(context, { table, id }, files) : [];
  if (view) {
    const wanted = { view, as: viewAs, relation, id };
    const found = await includedList(context, actor, wanted, roomLeft(attachments));
    if ('block' in found) blocks.push(found.block);
    else attachments.push(found.attachment);
  }
  return { subject: line(plain), content: { locale: settings.locale, blocks }, attachments };
}

/** @param {string} value */
const plain = (value) => value;

/**
 * Texts with the values of their expressions, which are read together.
 *
 * @param {ComposeContext} context @param {readonly string[]} texts
 * @returns {Promise<((escape: (value: string) => string) => string)[]>}
 */
async function filled({ catalog, values }, texts) {
  const { settings } = catalog();
  const divided = texts.map(textParts);
  const sources = divided.flat().flatMap((part) => ('expression' in part ? [part.expression] : []));
  const unique = [...new Set(sources)];
  const results = await values(unique);
  const found = new Map(unique.map((source, i) => [source, results[i]]));
  /** @param {string} source */
  const shown = (source) => {
    const { value, type } = /** @type {Evaluated} */ (found.get(source));
    return shownAs(type, value, settings);
  };
  const holds = (/** @type {string} */ source) => found.get(source)?.value === true;
  return divided.map((parts) => (escape) => filledText(parts, { shown: (source) => escape(shown(source)), holds }));
}

/** A value is text: none of its characters formats, links or embeds anything. @param {string} value */
const escapeMarkdown = (value) => value.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
