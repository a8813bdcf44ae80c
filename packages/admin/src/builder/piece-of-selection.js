import { AppError, node as newNode } from '@plinth/plugin';
import { splitViews } from './draft-views.js';
import { fillableIn } from '../layout/edited-piece.js';
import { onlyIn, tableAt } from '../layout/elements.js';
import { findNode } from '../layout/operations.js';

/** @import { Node, Setting, Table, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Draft, Subject } from '../layout/draft.js' */

/** What differs most often from place to place: what is said and shown, before how it looks. */
const CONTENT = new Set(['text', 'longtext', 'markdown', 'field', 'fieldPath', 'view', 'page', 'url', 'file', 'image']);

/** @typedef {{ layout: Node, table: Table | null, options: { value: string, label: string, short: string }[] }} MadePiece */

/**
 * Selected elements beside each other as the layout of a piece. What is nothing on its own, as a tab or a column is, gives
 * its content; a single element that holds nothing, or several, get a stack around them, so that the piece can grow.
 *
 * @param {Request} req @param {Subject} subject @param {Draft} draft @param {unknown} sent ids
 * @returns {MadePiece} options: settings that its uses may fill in
 * @throws {AppError} PIECE_SELECTION (422)
 */
export function pieceOfSelection(req, subject, draft, sent) {
  const { app, catalog, t } = req.ctx;
  const { registry } = app;
  const ids = Array.isArray(sent) ? [...new Set(sent.map(String))] : [];
  const root = Object.values(draft.layouts).find((one) => ids.length > 0 && findNode(one, ids[0]));
  const found = ids.map((id) => root && findNode(root, id));
  const [first] = found;
  if (!root || !first?.parent || found.some((one) => !one || one.parent !== first.parent)) throw wrongSelection();
  const nodes = found.map((one) => /** @type {Values} */ (one)).toSorted((one, other) => one.index - other.index);
  const isPart = nodes.some(({ node }) => onlyIn(registry, node.type).length > 0);
  const contents = isPart ? nodes.flatMap(({ node }) => node.children ?? []) : nodes.map(({ node }) => node);
  const layout = contents.length === 1 && contents[0].children ? contents[0] : newNode('stack', {}, contents);
  const table = tableAt(registry, catalog, root, isPart ? (contents[0]?.id ?? ids[0]) : ids[0], subject.table);
  if (splitViews({ general: {}, settings: {}, layouts: { layout } }).views.size > 0) throw viewsFirst();
  const options = fillableIn({ layouts: { layout } }, registry, t).map(({ value, label }) => {
    const { type, label: own, name } = settingAt(req, layout, value);
    return { value, label, short: t(own ?? name), isContent: CONTENT.has(type) };
  });
  return { layout, table, options: options.toSorted((one, other) => Number(other.isContent) - Number(one.isContent)) };
}

/** @param {Request} req @param {Node} layout @param {string} value node.setting @returns {Setting} */
function settingAt({ ctx: { app } }, layout, value) {
  const [id, name] = value.split('.');
  const { settings } = app.registry.element(findNode(layout, id)?.node.type ?? '');
  return /** @type {Setting} */ (settings.find((one) => one.name === name));
}

const viewsFirst = () =>
  new AppError('PIECE_SELECTION', 'The selection has views that are not published yet', {
    status: 422,
    hint: 'Publish first, then save the piece',
  });

const wrongSelection = () =>
  new AppError('PIECE_SELECTION', 'A piece is made of elements beside each other', {
    status: 422,
    hint: 'Select one or more elements of the same container, but not the whole layout',
  });
