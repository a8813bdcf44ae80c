import { html } from '@plinth/plugin';
import {
  ALERT,
  deletion,
  expectField,
  openForm,
  partsFor,
  saves,
  settingsControls,
  shows,
  wrongFields,
} from '../frame/index.js';
import { readingEdit, unreadTables } from '../access/sharing-gaps.js';
import { buildAddress } from '../objects/build-address.js';
import { menuButton } from './menu-button.js';
import { openAddress } from '../objects/open-address.js';
import { plain } from '../objects/references.js';
import { mergePanel } from './draft.js';
import { editOf } from './edit-of.js';

/** @import { Html, Page, Piece, View } from '@plinth/plugin' */
/** @import { AdminPage, Form, Handler, Outcome, Request, Tried } from '../types.d.ts' */
/** @import { Draft, Subject } from './draft.js' */

/**
 * A stored page or view being edited.
 *
 * @typedef {object} Edited
 * @property {Subject} subject
 * @property {string} label
 * @property {string} icon
 * @property {boolean} hasMenuButton
 * @property {(req: Request) => unknown} [notes] printed above its settings; default: who can't read what it shows
 * @property {(req: Request, draft: Draft, back: 'builder' | 'settings') => Promise<Html | null>} [advice] what would make it
 *   faster, beside its settings; back: where its buttons lead
 * @property {Draft} draft
 * @property {(draft: Draft) => Page | View | Piece} bodyOf
 * @property {(body: any) => Draft} draftOf the other way: a body as stored, or as its source says
 * @property {(draft: Draft) => Edited} [fit] with the settings that a draft has: a piece's parameters follow its layout
 * @property {readonly string[]} fixed keys of the body that edits don't accept
 */

/** What is said of a view as a whole, in the order of its form. */
const PANELS = /** @type {const} */ (['settings', 'general']);

/**
 * The addresses of a page, a view or a piece. Its own leads to the builder, which lays it out; its settings are a plain
 * form as well, which needs no scripts.
 *
 * @param {'page' | 'view' | 'piece'} kind @param {(req: Request) => Edited} editedOf throws if it does not exist
 * @returns {Record<string, Handler>} routes
 */
export function objectRoutes(kind, editedOf) {
  const build = shows((req) => buildAddress(kind, editedOf(req).subject.name) + searchOf(req));
  const show = (/** @type {Request} */ req, /** @type {Tried} */ tried) => settingsScreen(req, editedOf(req), tried);
  const unchanged = (/** @type {Request} */ req, /** @type {Tried} */ { errors }) => show(req, { form: null, errors });
  return {
    [`GET /:${kind}`]: build,
    [`POST /:${kind}`]: build,
    [`GET /:${kind}/settings`]: shows(show),
    [`POST /:${kind}/settings`]: saves((req, form) => saveSettings(req, editedOf(req), form), show),
    [`POST /:${kind}/share`]: saves((req, form) => share(req, editedOf(req), form), unchanged),
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

/** @param {Request} req */
const searchOf = ({ originalUrl }) => new URL(originalUrl, 'http://plinth').search;

/** @param {Subject} subject */
const urlOf = ({ kind, name }) => `/admin/${kind}s/${name}`;

/** @param {Request} req @param {string} kind */
const crumbs = ({ ctx: { t } }, kind) => [{ label: t(`admin.nav.${kind}s`), url: `/admin/${kind}s` }];

/** Its settings with those of a submitted form. @param {Request} req @param {Edited} edited @param {Form} form */
function readForm(req, { subject, draft }, form) {
  const state = { draft: plain(draft), panel: '', node: '', errors: {} };
  const errors = {};
  for (const panel of PANELS) {
    mergePanel(req.ctx.app, req, subject, Object.assign(state, { panel }), form);
    Object.assign(errors, state.errors);
  }
  return { draft: state.draft, errors };
}

/** @param {Request} req @param {Edited} edited @param {Form} form @returns {Outcome} */
function saveSettings(req, edited, form) {
  const { draft, errors } = readForm(req, edited, form);
  // Asked for what else there is to say of what was chosen.
  if (form.has('refresh')) return { errors: wrongFields({}) };
  if (Object.keys(errors).length > 0) return { errors: wrongFields(errors) };
  const { edit, input } = editOf(edited, draft);
  return { edit, input, next: `/admin/${edited.subject.kind}s/${input.changes.name}/settings` };
}

/** @param {Request} req @param {Edited} edited @param {Form} form @returns {Outcome} */
function share({ ctx: { catalog } }, { subject }, form) {
  const table = catalog.table(form.get('table') ?? '');
  return { ...readingEdit(table, form.get('role') ?? ''), next: `${urlOf(subject)}/settings` };
}

/** Who can open this without being able to read what it shows. @param {Request} req @param {Edited} edited */
function sharingNotes(req, { subject: { kind, name } }) {
  const { app, catalog, t } = req.ctx;
  if (kind === 'piece') return [];
  const body = kind === 'view' ? catalog.view(name) : catalog.page(name);
  return unreadTables({ catalog, registry: app.registry }, { kind, body }).map(({ role, table }) => {
    const names = { role: t(role.label), table: table.label };
    return html`${openForm({ class: 'alert alert-warning', action: `/admin/${kind}s/${name}/share` })}
      <div class="flex-fill">${t('admin.share.unread', names)}</div>
      <input type="hidden" name="table" value="${table.name}"><input type="hidden" name="role" value="${role.name}">
      <button class="btn btn-sm" aria-label="${t('admin.share.letReadOf', names)}">${t('admin.share.letRead')}</button>
      <a class="btn btn-sm btn-ghost-secondary" href="/admin/tables/${table.name}/access">${t('admin.share.setAccess')}</a></form>`;
  });
}

/** @param {Request} req @param {Edited} edited @param {Tried} tried @returns {Promise<AdminPage>} */
async function settingsScreen(req, edited, { form, errors }) {
  const { subject, label, icon, hasMenuButton } = edited;
  const { catalog, t } = req.ctx;
  const { kind, name, table } = subject;
  const url = urlOf(subject);
  const parts = partsFor(req);
  const draft = form ? readForm(req, edited, form).draft : edited.draft;
  // Errors of the edit are about the object itself: its name, its label.
  const own = Object.entries(errors.fields).map(([field, message]) => [`general.${field}`, message]);
  const wrong = Object.assign(Object.fromEntries(own), errors.fields);
  const controls = PANELS.map((panel) => {
    const title = t(panel === 'settings' ? 'admin.nav.settings' : 'admin.layout.general');
    const form = settingsControls(req, subject[panel], draft[panel], { prefix: `${panel}.`, table, errors: wrong });
    return subject[panel].length > 0 && html`<fieldset><legend>${title}</legend>${form}</fieldset>`;
  });
  return {
    title: label,
    icon,
    errors,
    crumbs: crumbs(req, kind),
    actions: html`<a class="btn" href="${buildAddress(kind, name)}">${parts.icon('layout-dashboard')} ${t('admin.builder.open')}</a><a class="btn" href="${url}/source">${parts.icon('code')} ${t('admin.source.text')}</a>${hasMenuButton && kind !== 'piece' && menuButton(req, kind, name, `${url}/settings`)}${kind !== 'piece' && html`<a class="btn" href="${openAddress(catalog, kind, name)}">${parts.icon('external-link')} ${t('admin.open')}</a>`}
      <a class="btn btn-ghost-danger" href="${url}/delete">${parts.icon('trash')} ${t('admin.delete')}</a>`,
    body: html`${edited.notes ? await edited.notes(req) : sharingNotes(req, edited)}${await edited.advice?.(req, edited.draft, 'settings')}${openForm({ id: 'settings', action: `${url}/settings`, attrs: { novalidate: true, 'data-pl-repaints': true } })}
      ${ALERT}${expectField(catalog, subject.id, form?.get('expect') ?? null)}${controls}
      <div class="btn-list"><button class="btn btn-primary">${parts.icon('device-floppy')} ${t('admin.save')}</button>
      <button class="btn" name="refresh" value="1" formnovalidate hx-post="${url}/settings" hx-target="#settings" hx-select="#settings" hx-swap="outerHTML"
        data-adm-refresh>${t('admin.builder.update')}</button></div></form>`,
  };
}
