import { html } from '@plinth/plugin';
import { createRouter } from '../../../http/router.js';
import { firstPanel, readEditor, rootOf } from '../../layout/draft.js';
import { layoutEditor } from '../../layout/editor.js';
import { layoutAt } from '../../layout/panel-at.js';
import { menuButton } from '../../menu-button.js';
import { adminPage } from '../../page.js';
import { plain, usesOf } from '../../references.js';
import { expectField, noErrors, runEdit, wrongFields } from '../../run-edit.js';
import { checkDraft } from '../../layout/check-draft.js';

/** @import { SettingsSchema, View } from '@plinth/plugin' */
/** @import { App, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { Draft, EditorState, Subject } from '../../layout/draft.js' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/views', title: 'admin.kind.view', routes };

/** Views that are nothing without a row, or beside others. */
const ROW_OR_PART = new Set(['show', 'filter']);
/** @type {SettingsSchema} */
const GENERAL = [
  { name: 'label', type: 'text', label: 'admin.label', required: true, max: 80 },
  { name: 'name', type: 'text', label: 'admin.name', required: true, max: 62, help: 'admin.views.nameHelp' },
  { name: 'description', type: 'longtext', label: 'admin.description' },
  { name: 'roles', type: 'roles', label: 'admin.visibleTo', help: 'admin.rolesHelp' },
];

/** One view: its settings and layouts with a live preview. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/:view', (req, res) => {
    const { view, subject } = found(app, req);
    const state = startState(subject, draftOf(view, subject), req.query.get('at'));
    return show(app, req, res, { view, subject, state, errors: noErrors(), expect: null });
  });
  router.post('/:view', async (req, res) => {
    const { view, subject } = found(app, req);
    const form = await req.form();
    const state = readEditor(app, req, subject, form);
    const again = (/** @type {FormErrors} */ errors, /** @type {EditorState} */ next = state) =>
      show(app, req, res, { view, subject, state: next, errors, expect: form.get('expect') });
    if (!state.save) return again(noErrors());
    const broken = checkDraft(app, subject, state, req.ctx.t);
    if (broken) return again(wrongFields(broken.errors), broken);
    const { app: owner, template, table, id, ...changes } = plain(bodyOf(view, state.draft));
    return runEdit(app, req, res, {
      edit: 'change-view',
      input: { view: view.name, changes },
      form,
      next: `/admin/views/${changes.name}?panel=${encodeURIComponent(state.panel)}`,
      again,
    });
  });
  router.get('/:view/delete', (req, res) => showDelete(app, req, res, noErrors()));
  router.post('/:view/delete', async (req, res) => {
    const { view } = found(app, req);
    await runEdit(app, req, res, {
      edit: 'remove-view',
      input: { view: view.name },
      form: await req.form(),
      next: '/admin/views',
      again: (errors) => showDelete(app, req, res, errors),
    });
  });
  return router;
}

/** @param {App} app @param {Request} req @returns {{ view: View, subject: Subject }} */
function found(app, { params, ctx: { catalog } }) {
  const view = catalog.view(params.view);
  const template = app.registry.has('viewTemplate', view.template) ? app.registry.viewTemplate(view.template) : null;
  const schema = template?.settings ?? [];
  return {
    view,
    subject: {
      kind: 'view',
      name: view.name,
      id: view.id,
      general: GENERAL,
      settings: schema.filter((one) => one.type !== 'layout'),
      layouts: schema.filter((one) => one.type === 'layout').map(({ name, label }) => ({ name, label: label ?? name })),
      table: view.table && catalog.hasTable(view.table) ? catalog.table(view.table) : null,
      form: ['edit', 'filter'].includes(view.template),
    },
  };
}

/** @param {View} view @param {Subject} subject @returns {Draft} */
function draftOf(view, subject) {
  const { label, name, description, roles, config } = plain(view);
  const settings = { ...config };
  /** @type {Draft['layouts']} */
  const layouts = {};
  for (const { name: layout } of subject.layouts) {
    layouts[layout] = config[layout] ?? { id: 'root', type: 'stack', children: [] };
    delete settings[layout];
  }
  return { general: { label, name, description, roles }, settings, layouts };
}

/** @param {Subject} subject @param {Draft} draft @param {string | null} at @returns {EditorState} */
function startState(subject, draft, at) {
  const { panel, node } = layoutAt(subject, draft, at) ?? { panel: firstPanel(subject), node: '' };
  return { draft, panel, node: node || rootOf(draft, panel), errors: {}, save: false };
}

/** @param {View} view @param {Draft} draft @returns {View} */
function bodyOf(view, draft) {
  const { roles = [], description = '', ...general } = draft.general;
  return { ...plain(view), ...general, description, roles, config: { ...draft.settings, ...draft.layouts } };
}

/**
 * @param {App} app @param {Request} req @param {Response} res
 * @param {{ view: View, subject: Subject, state: EditorState, errors: FormErrors, expect: string | null }} model
 */
async function show(app, req, res, { view, subject, state, errors, expect }) {
  const { t } = req.ctx;
  const panel = req.query.get('panel');
  if (req.method === 'GET' && panel) Object.assign(state, { panel, node: rootOf(state.draft, panel) });
  const body = { ...bodyOf(view, state.draft), name: view.name };
  const action = `/admin/views/${view.name}`;
  return adminPage(app, req, res, {
    title: view.label || view.name,
    icon: app.registry.has('viewTemplate', view.template)
      ? app.registry.viewTemplate(view.template).icon
      : 'layout-list',
    crumbs: [{ label: t('admin.nav.views'), url: '/admin/views' }],
    wide: true,
    scripts: ['layout-editor'],
    template: 'layout/screen',
    errors,
    actions: html`${ROW_OR_PART.has(view.template) ? '' : menuButton(app, req, 'view', view.name, action)}<a class="btn" href="/view/${view.name}">${app.views.icon('external-link')} ${t('admin.open')}</a>
      <a class="btn btn-ghost-danger" href="${action}/delete">${app.views.icon('trash')} ${t('admin.delete')}</a>`,
    model: { editor: await layoutEditor(app, req, { subject, state, body, action, errors, expect }) },
  });
}

/** @param {App} app @param {Request} req @param {Response} res @param {FormErrors} errors */
function showDelete(app, req, res, errors) {
  const { view } = found(app, req);
  const { t, catalog } = req.ctx;
  const action = `/admin/views/${view.name}`;
  return adminPage(app, req, res, {
    title: t('admin.deleteNamed', { name: view.label || view.name }),
    icon: 'trash',
    crumbs: [
      { label: t('admin.nav.views'), url: '/admin/views' },
      { label: view.label || view.name, url: action },
    ],
    template: 'confirm-delete',
    errors,
    model: {
      help: t('admin.views.deleteHelp', { name: view.label || view.name }),
      uses: usesOf(app, catalog, (one) => one.kind === 'view' && one.name === view.name).filter(
        (use) => !use.url.startsWith(action),
      ),
      expect: expectField(catalog, view.id),
      action: `${action}/delete`,
      cancel: action,
    },
  });
}
