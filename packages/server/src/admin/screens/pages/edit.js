import { html } from '@plinth/plugin';
import { createRouter } from '../../../http/router.js';
import { checkDraft } from '../../layout/check-draft.js';
import { readEditor, rootOf } from '../../layout/draft.js';
import { layoutEditor } from '../../layout/editor.js';
import { layoutAt } from '../../layout/panel-at.js';
import { menuButton } from '../../menu-button.js';
import { adminPage } from '../../page.js';
import { plain, usesOf } from '../../references.js';
import { expectField, noErrors, runEdit, wrongFields } from '../../run-edit.js';

/** @import { Page, SettingsSchema } from '@plinth/plugin' */
/** @import { App, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { Draft, EditorState, Subject } from '../../layout/draft.js' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/pages', title: 'admin.kind.page', routes };

/** @type {SettingsSchema} */
const GENERAL = [
  { name: 'title', type: 'text', label: 'admin.pages.title', required: true, max: 120 },
  { name: 'name', type: 'text', label: 'admin.name', required: true, max: 62, help: 'admin.pages.nameHelp' },
  { name: 'description', type: 'longtext', label: 'admin.description', help: 'admin.pages.descriptionHelp' },
  { name: 'roles', type: 'roles', label: 'admin.visibleTo', help: 'admin.rolesHelp' },
];

/** One page: title, roles and layout with a live preview. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/:page', (req, res) => {
    const { page, subject } = found(req);
    const draft = draftOf(page);
    const at = layoutAt(subject, draft, req.query.get('at'));
    const panel = req.query.get('panel') ?? at?.panel ?? 'layout:layout';
    const state = { draft, panel, node: at?.node || rootOf(draft, panel), errors: {}, save: false };
    return show(app, req, res, { page, subject, state, errors: noErrors(), expect: null });
  });
  router.post('/:page', async (req, res) => {
    const { page, subject } = found(req);
    const form = await req.form();
    const state = readEditor(app, req, subject, form);
    const again = (/** @type {FormErrors} */ errors, /** @type {EditorState} */ next = state) =>
      show(app, req, res, { page, subject, state: next, errors, expect: form.get('expect') });
    if (!state.save) return again(noErrors());
    const broken = checkDraft(app, subject, state, req.ctx.t);
    if (broken) return again(wrongFields(broken.errors), broken);
    const { app: owner, id, ...changes } = plain(bodyOf(page, state.draft));
    return runEdit(app, req, res, {
      edit: 'change-page',
      input: { page: page.name, changes },
      form,
      next: `/admin/pages/${changes.name}?panel=${encodeURIComponent(state.panel)}`,
      again,
    });
  });
  router.get('/:page/delete', (req, res) => showDelete(app, req, res, noErrors()));
  router.post('/:page/delete', async (req, res) => {
    const { page } = found(req);
    await runEdit(app, req, res, {
      edit: 'remove-page',
      input: { page: page.name },
      form: await req.form(),
      next: '/admin/pages',
      again: (errors) => showDelete(app, req, res, errors),
    });
  });
  return router;
}

/** @param {Request} req @returns {{ page: Page, subject: Subject }} */
function found({ params, ctx: { catalog } }) {
  const page = catalog.page(params.page);
  const layouts = [{ name: 'layout', label: 'admin.layout.layout' }];
  return {
    page,
    subject: {
      kind: 'page',
      name: page.name,
      id: page.id,
      general: GENERAL,
      settings: [],
      layouts,
      table: null,
      form: false,
    },
  };
}

/** @param {Page} page @returns {Draft} */
function draftOf(page) {
  const { title, name, description, roles, layout } = plain(page);
  return { general: { title, name, description, roles }, settings: {}, layouts: { layout } };
}

/** @param {Page} page @param {Draft} draft @returns {Page} */
function bodyOf(page, draft) {
  const { roles = [], description = '', ...general } = draft.general;
  return { ...plain(page), ...general, description, roles, layout: draft.layouts.layout };
}

/**
 * @param {App} app @param {Request} req @param {Response} res
 * @param {{ page: Page, subject: Subject, state: EditorState, errors: FormErrors, expect: string | null }} model
 */
async function show(app, req, res, { page, subject, state, errors, expect }) {
  const { t } = req.ctx;
  const body = { ...bodyOf(page, state.draft), name: page.name };
  const action = `/admin/pages/${page.name}`;
  return adminPage(app, req, res, {
    title: page.title || page.name,
    icon: 'file-text',
    crumbs: [{ label: t('admin.nav.pages'), url: '/admin/pages' }],
    wide: true,
    scripts: ['layout-editor'],
    template: 'layout/screen',
    errors,
    actions: html`${menuButton(app, req, 'page', page.name, action)}<a class="btn" href="/page/${page.name}">${app.views.icon('external-link')} ${t('admin.open')}</a>
      <a class="btn btn-ghost-danger" href="${action}/delete">${app.views.icon('trash')} ${t('admin.delete')}</a>`,
    model: { editor: await layoutEditor(app, req, { subject, state, body, action, errors, expect }) },
  });
}

/** @param {App} app @param {Request} req @param {Response} res @param {FormErrors} errors */
function showDelete(app, req, res, errors) {
  const { page } = found(req);
  const { t, catalog } = req.ctx;
  const action = `/admin/pages/${page.name}`;
  return adminPage(app, req, res, {
    title: t('admin.deleteNamed', { name: page.title || page.name }),
    icon: 'trash',
    crumbs: [
      { label: t('admin.nav.pages'), url: '/admin/pages' },
      { label: page.title || page.name, url: action },
    ],
    template: 'confirm-delete',
    errors,
    model: {
      help: t('admin.pages.deleteHelp', { name: page.title || page.name }),
      uses: usesOf(app, catalog, (one) => one.kind === 'page' && one.name === page.name).filter(
        (use) => !use.url.startsWith(action),
      ),
      expect: expectField(catalog, page.id),
      action: `${action}/delete`,
      cancel: action,
    },
  });
}
