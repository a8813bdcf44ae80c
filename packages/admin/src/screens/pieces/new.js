import { html, node, phrase } from '@plinth/plugin';
import {
  expectField,
  inputs,
  noErrors,
  partsFor,
  readChecked,
  refusal,
  routed,
  saves,
  settingsControls,
  wrongFields,
} from '../../frame/index.js';
import { readEditor } from '../../layout/draft.js';
import { editOf } from '../../layout/edit-of.js';
import { editedPage } from '../../layout/edited-page.js';
import { editedPiece, fillableIn, paramsOf, paramsSetting } from '../../layout/edited-piece.js';
import { editedView } from '../../layout/edited-view.js';
import { onlyIn, tableAt } from '../../layout/elements.js';
import { findNode, updateNode } from '../../layout/operations.js';
import { buildAddress } from '../../objects/build-address.js';
import { freeName, nameOf } from '../../objects/names.js';
import { plain } from '../../objects/references.js';

/** @import { Node } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

// No piece's name: /new belongs to a piece called new.
const HERE = '/admin/pieces/~new';
const EDITED = { view: editedView, page: editedPage, piece: editedPiece };

/** A selected element, with what is in it, saved as a piece: its name and what each use fills in. */
export const screen = {
  path: '/pieces',
  title: 'admin.pieces.save',
  first: true,
  routes: routed({ 'POST /~new': saves(save, show) }),
};

/**
 * The editor that the form comes from, and the element selected in it.
 *
 * @param {Request} req @param {Form} form
 */
function selectionOf(req, form) {
  const { app, catalog } = req.ctx;
  const [kind, name] = (form.get('from') ?? '').split(':');
  const edited = EDITED[/** @type {keyof typeof EDITED} */ (kind)]?.(req, name ?? '');
  if (!edited) return null;
  const state = readEditor(app, req, edited.subject, form);
  const layout = state.panel.slice('layout:'.length);
  const root = state.draft.layouts[layout];
  const chosen = root && findNode(root, state.node);
  if (!chosen?.parent) return null;
  const table = tableAt(app.registry, catalog, root, chosen.node.id, edited.subject.table);
  const isPart = onlyIn(app.registry, chosen.node.type).length > 0;
  // A tab is nothing without tabs: what is in it is the piece.
  const whole = isPart ? node('stack', {}, chosen.node.children ?? []) : chosen.node;
  return { edited, state, layout, root, chosen: chosen.node, whole: /** @type {Node} */ (whole), table, isPart };
}

/** @param {Request} req @param {Form} form @returns {Outcome} */
function save(req, form) {
  const { t, catalog } = req.ctx;
  const selection = selectionOf(req, form);
  if (!selection) return { errors: refusal(t('admin.pieces.gone')) };
  if (!form.has('label')) return { errors: noErrors() };
  const label = (form.get('label') ?? '').trim();
  if (!label) return { errors: wrongFields({ label: t('admin.labelMissing') }) };
  const { values, wrong } = readChecked(req, [paramsSetting(optionsOf(req, selection.whole))], form);
  if (wrong) return { errors: wrong };
  const name = freeName(nameOf(label), (one) => catalog.hasPiece(one));
  const { edited, whole, table } = selection;
  const { app = null } = edited.bodyOf(edited.draft);
  const params = paramsOf(values.params ?? [], []);
  const piece = { name, label, app, table: table?.name ?? null, params, layout: plain(whole) };
  const add = { edit: 'add-piece', input: { piece } };
  const next = buildAddress('piece', name);
  if (!form.has('replace')) return { ...add, next };
  const says = phrase`Create piece "${label}"`;
  return { edit: 'batch', input: { edits: [add, replaced(selection, name)] }, says, next: backTo(selection) };
}

/** @param {Request} req @param {Node} layout */
const optionsOf = ({ ctx: { app, t } }, layout) => fillableIn({ layouts: { layout } }, app.registry, t);

/** @param {NonNullable<ReturnType<typeof selectionOf>>} selection */
const backTo = ({ edited: { subject }, state }) =>
  `/admin/${subject.kind}s/${subject.name}?panel=${encodeURIComponent(state.panel)}`;

/**
 * The edit that saves the layout with the piece in place of the element.
 *
 * @param {NonNullable<ReturnType<typeof selectionOf>>} selection @param {string} piece
 */
function replaced({ edited, state, layout, root, chosen, isPart }, piece) {
  const use = node('piece', { use: { piece, values: {} } });
  const changed = updateNode(root, chosen.id, (before) => {
    if (isPart) return { ...before, children: [use] };
    const { children: _, visible, ...own } = before;
    return { ...own, ...use, children: undefined, visible };
  });
  const draft = { ...state.draft, layouts: { ...state.draft.layouts, [layout]: changed } };
  return editOf(edited, draft);
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function show(req, tried) {
  const { t, catalog } = req.ctx;
  const { form: card } = partsFor(req);
  const selection = tried.form && selectionOf(req, tried.form);
  const page = { title: t('admin.pieces.save'), icon: 'puzzle', errors: tried.errors };
  if (!selection || !tried.form)
    return { ...page, body: html`<a class="btn" href="/admin/pieces">${t('admin.nav.pieces')}</a>` };
  const { edited, state, whole } = selection;
  const isTyped = tried.form.has('label');
  const setting = paramsSetting(optionsOf(req, whole));
  const typed = isTyped ? readChecked(req, [setting], tried.form).raw : {};
  const controls = inputs(req, { ...tried, form: isTyped ? tried.form : null }, [
    { name: 'label', label: 'admin.label', required: true, attrs: { maxlength: 80, autocomplete: 'off' } },
    { name: 'replace', label: 'admin.pieces.replace', help: 'admin.pieces.replaceHelp', type: 'switch', value: true },
  ]);
  const kept = {
    from: tried.form.get('from') ?? '',
    draft: JSON.stringify(state.draft),
    panel: state.panel,
    node: state.node,
  };
  return {
    ...page,
    crumbs: [{ label: edited.label, url: backTo(selection) }],
    body: card({
      action: HERE,
      submit: t('admin.pieces.create'),
      cancel: backTo(selection),
      controls: html`${expectField(catalog, edited.subject.id, tried.form.get('expect'))}${Object.entries(kept).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
      )}${controls}${settingsControls(req, [setting], typed, { errors: tried.errors.fields })}`,
    }),
  };
}
