/** @import { Values } from '@plinth/plugin' */
import { detachedPiece, inputInvalid, node, nodeId } from '@plinth/plugin';
import { editedAt } from '../../builder/edited.js';
import { openDraft } from '../../builder/open-draft.js';
import { pieceOfSelection } from '../../builder/piece-of-selection.js';
import { DRAFT_LIMITS, readDraft } from '../../builder/read-draft.js';
import { usesOfEdited } from '../../builder/uses-of-edited.js';
import { routed } from '../../frame/index.js';
import { paramsOf } from '../../layout/edited-piece.js';
import { freeName, nameOf } from '../../objects/names.js';
import { plain } from '../../objects/references.js';

/** @import { Request, Response } from '../../types.d.ts' */

/** Pieces in the builder: made of a selection, and a use made independent again. */
export const screen = {
  path: '/build',
  title: 'admin.pieces.save',
  routes: routed({
    'POST /:kind/:name/piece-settings': settings,
    'POST /:kind/:name/save-piece': save,
    'POST /:kind/:name/detach': detach,
    'GET /:kind/:name/uses': uses,
  }),
};

const LONGEST = 80;

/** What each use of the piece could fill in. @param {Request} req @param {Response} res */
async function settings(req, res) {
  const { subject } = editedAt(req);
  const { draft, nodes } = await req.json(DRAFT_LIMITS);
  const { options } = pieceOfSelection(req, subject, readDraft(subject, draft), nodes);
  res.json({ options });
}

/**
 * Creates the piece, as a step of its own in the history. The draft stays the browser's: it puts the use in place of the
 * selection, which can be undone.
 *
 * @param {Request} req @param {Response} res
 */
async function save(req, res) {
  const { app, author, catalog, t } = req.ctx;
  const { subject, bodyOf, draft: stored } = editedAt(req);
  const { draft, nodes, label: typed, params: chosen } = await req.json(DRAFT_LIMITS);
  const { layout, table, options } = pieceOfSelection(req, subject, readDraft(subject, draft), nodes);
  const label = String(typed ?? '').trim();
  if (!label || label.length > LONGEST) throw inputInvalid({ label: 'is required' }, t('admin.labelMissing'));
  const wanted = new Set(Array.isArray(chosen) ? chosen.map(String) : []);
  const name = freeName(nameOf(label) || 'piece', (one) => catalog.hasPiece(one));
  const { app: owner = null } = bodyOf(stored);
  const params = paramsOf(labelled(options.filter(({ value }) => wanted.has(value))), []);
  const piece = { name, label, app: owner, table: table?.name ?? null, params, layout: plain(layout) };
  await app.data.edit(author, 'add-piece', { piece });
  const use = node('piece', { use: { piece: name, values: {} } });
  const item = { label, hint: '', words: 'piece', icon: app.views.icon('puzzle').text, nodes: [use] };
  res.json({ name, item });
}

/**
 * Parameters called like their settings; where two are called the same, with their elements' names.
 *
 * @param {readonly { value: string, label: string, short: string }[]} options
 */
function labelled(options) {
  const isAlone = (/** @type {string} */ short) => options.filter((one) => one.short === short).length === 1;
  return options.map(({ value, label, short }) => ({
    at: value,
    label: (isAlone(short) ? short : label).slice(0, LONGEST),
  }));
}

/** Where the piece is used at the moment, and by which drafts: asked before it is published. @param {Request} req @param {Response} res */
async function uses(req, res) {
  const edited = editedAt(req);
  const { draft } = await openDraft(req, edited);
  const shown = await usesOfEdited(req, edited, draft);
  res.json({ html: shown?.text ?? '' });
}

/** A copy of the piece's content, as a use of it shows it. @param {Request} req @param {Response} res */
async function detach(req, res) {
  const { catalog } = req.ctx;
  const { subject } = editedAt(req);
  const { node: sent } = await req.json(DRAFT_LIMITS);
  const name = String(sent?.settings?.use?.piece ?? '');
  const piece = catalog.piece(name);
  const root = { id: nodeId(), type: 'stack', children: [sent] };
  const layouts = Object.fromEntries(subject.layouts.map((one) => [one.name, root]));
  const checked = readDraft(subject, { general: {}, settings: {}, layouts });
  const [use] = /** @type {Values} */ (Object.values(checked.layouts)[0]).children;
  res.json({ node: plain(detachedPiece(use, piece, nodeId)) });
}
