import { html } from '@plinth/plugin';
import { deletion, noErrors, partsFor, saves, shows, wrongFields } from '../frame/index.js';
import { readingEdit, unreadTables } from '../access/sharing-gaps.js';
import { menuButton } from './menu-button.js';
import { checkDraft } from './check-draft.js';
import { firstPanel, readEditor, rootOf } from './draft.js';
import { editOf } from './edit-of.js';
import { layoutEditor } from './editor.js';
import { layoutAt } from './panel-at.js';
import { buildAddress } from '../objects/build-address.js';
import { openAddress } from '../objects/open-address.js';

/** @import { Page, Piece, View } from '@plinth/plugin' */
/** @import { AdminPage, Form, Handler, Outcome, Request, Tried } from '../types.d.ts' */
/** @import { Draft, EditorState, Subject } from './draft.js' */

/**
 * A stored page or view being edited.
 *
 * @typedef {object} Edited
 * @property {Subject} subject
 * @property {string} label
 * @property {string} icon
 * @property {boolean} hasMenuButton
 * @property {(req: Request) => unknown} [notes] printed above it; default: who can't read what it shows
 * @property {Draft} draft
 * @property {(draft: Draft) => Page | View | Piece} bodyOf
 * @property {(body: any) => Draft} draftOf the other way: a body as stored, or as its source says
 * @property {(draft: Draft) => Edited} [fit] with the settings that a draft has: a piece's parameters follow its layout
 * @property {readonly string[]} fixed keys of the body that edits don't accept
 */

/**
 * The screens of a page, a view or a piece: its editor with a live preview, and its deletion.
 *
 * @param {'page' | 'view' | 'piece'} kind @param {(req: Request) => Edited} editedOf throws if it does not exist
 * @returns {Record<string, Handler>} routes
 */
export function editorRoutes(kind, editedOf) {
  const show = (/** @type {Request} */ req, /** @type {Tried} */ tried) => editor(req, editedOf(req), tried);
  const save = (/** @type {Request} */ req, /** @type {Form} */ form) => saveDraft(req, editedOf(req), form);
  return {
    [`GET /:${kind}`]: shows(show),
    [`POST /:${kind}`]: saves(save, show),
    [`POST /:${kind}/share`]: saves((req, form) => share(req, editedOf(req), form), show),
    ...deletion(`/:${kind}/delete`, (req) => {
      const { subject, label } = editedOf(req);
      const url = urlOf(subject);
      const back = buildAddress(kind, subject.name);
      return {
        edit: `remove-${kind}`,
        input: { [kind]: subject.name, ...(kind === 'piece' && { detach: true }) },
        id: subject.id,
        label,
        url,
        next: `/admin/${kind}s`,
        cancel: back,
        crumbs: [...crumbs(req, kind), { label, url: back }],
        help: req.ctx.t(`admin.${kind}s.deleteHelp`, { name: label }),
        points: (one) => one.kind === kind && one.name === subject.name,
        own: (use) => use.kind === kind && use.name === subject.name,
      };
    }),
  };
}

/** @param {Subject} subject */
const urlOf = ({ kind, name }) => `/admin/${kind}s/${name}`;

/** @param {Request} req @param {string} kind */
const crumbs = ({ ctx: { t } }, kind) => [{ label: t(`admin.nav.${kind}s`), url: `/admin/${kind}s` }];

/** @param {Request} req @param {Edited} edited @returns {EditorState} */
function stateAtStart({ query }, { subject, draft }) {
  const at = layoutAt(subject, draft, query.get('at')) ?? { panel: firstPanel(subject), node: '' };
  const asked = query.get('panel');
  const panel = asked ?? at.panel;
  return { draft, panel, node: (!asked && at.node) || rootOf(draft, panel), errors: {}, save: false };
}

/** @param {Request} req @param {Edited} edited @param {Form} form @returns {Outcome} */
function saveDraft(req, edited, form) {
  const { app, t } = req.ctx;
  const { subject } = edited;
  const { kind } = subject;
  const state = readEditor(app, req, subject, form);
  if (!state.save) return { errors: noErrors(), state };
  const broken = checkDraft(app, subject, state, t);
  if (broken) return { errors: wrongFields(broken.errors), state: broken };
  // They are not in the draft: a layout holds no such values.
  if (state.at) return { errors: wrongFields(state.errors), state };
  const { edit, input } = editOf(edited, state.draft);
  const next = `/admin/${kind}s/${input.changes.name}?panel=${encodeURIComponent(state.panel)}`;
  return /** @type {Outcome} */ ({ edit, input, next, state });
}

/** @param {Request} req @param {Edited} edited @param {Form} form @returns {Outcome} */
function share({ ctx: { catalog } }, { subject }, form) {
  const table = catalog.table(form.get('table') ?? '');
  return { ...readingEdit(table, form.get('role') ?? ''), next: urlOf(subject) };
}

/** Who can open this without being able to read what it shows. @param {Request} req @param {Edited} edited */
function sharingNotes(req, { subject: { kind, name } }) {
  const { app, catalog, t } = req.ctx;
  if (kind === 'piece') return [];
  const body = kind === 'view' ? catalog.view(name) : catalog.page(name);
  return unreadTables({ catalog, registry: app.registry }, { kind, body }).map(({ role, table }) => {
    const names = { role: t(role.label), table: table.label };
    return html`<form class="alert alert-warning" method="post" action="/admin/${kind}s/${name}/share">
      <div class="flex-fill">${t('admin.share.unread', names)}</div>
      <input type="hidden" name="table" value="${table.name}"><input type="hidden" name="role" value="${role.name}">
      <button class="btn btn-sm" aria-label="${t('admin.share.letReadOf', names)}">${t('admin.share.letRead')}</button>
      <a class="btn btn-sm btn-ghost-secondary" href="/admin/tables/${table.name}/access">${t('admin.share.setAccess')}</a></form>`;
  });
}

/** @param {Request} req @param {Edited} edited @param {Tried} tried @returns {Promise<AdminPage>} */
async function editor(req, edited, { form, errors, state: given }) {
  const { subject, label, icon, hasMenuButton, bodyOf } = edited;
  const { app, t } = req.ctx;
  const { kind, name } = subject;
  const state = given ?? (form ? readEditor(app, req, subject, form) : stateAtStart(req, edited));
  const body = { ...bodyOf(state.draft), name };
  const action = urlOf(subject);
  const parts = partsFor(req);
  return {
    title: label,
    icon,
    errors,
    crumbs: crumbs(req, kind),
    wide: true,
    scripts: ['layout-editor'],
    actions: html`<a class="btn btn-primary" href="${buildAddress(kind, name)}">${parts.icon('layout-dashboard')} ${t('admin.builder.open')}</a><a class="btn" href="${action}/source">${parts.icon('code')} ${t('admin.source.text')}</a>${hasMenuButton && kind !== 'piece' && menuButton(req, kind, name, action)}${kind !== 'piece' && html`<a class="btn" href="${openAddress(req.ctx.catalog, kind, name)}">${parts.icon('external-link')} ${t('admin.open')}</a>`}
      <a class="btn btn-ghost-danger" href="${action}/delete">${parts.icon('trash')} ${t('admin.delete')}</a>`,
    body: html`${edited.notes ? await edited.notes(req) : sharingNotes(req, edited)}${await layoutEditor(app, req, { subject, state, body, action, errors, expect: form?.get('expect') ?? null })}`,
  };
}
