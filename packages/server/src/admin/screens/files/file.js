import { html, limitedRoles } from '@plinth/plugin';
import { outdatable, seenIn } from '../../../body/outdated-form.js';
import { createRouter } from '../../../http/router.js';
import { changedChecks, control, shownChecks } from '../../controls.js';
import { adminPage } from '../../page.js';
import { formErrors, noErrors } from '../../run-edit.js';
import { folderUrl } from './files.js';

/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/files', title: 'admin.kind.file', routes };

/** One file: its name, its folder, who may read it, its end. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/:id', (req, res) => show(app, req, res, null, noErrors()));
  router.post('/:id', async (req, res) => {
    const form = await req.form();
    const { actor } = req.ctx;
    const { id } = req.params;
    let saved;
    try {
      const { roles: now } = await app.data.files.get(actor, id);
      const input = {
        ...{ name: form.get('name') ?? '', folder: form.get('folder') ?? '' },
        roles: changedChecks(form, 'roles', now),
      };
      saved = await app.data.files.update(req.ctx.author, id, input, { seen: seenIn(form, ['name', 'folder']) });
    } catch (error) {
      return show(app, req, res, form, formErrors(error, req.ctx.t));
    }
    res.flash(req.ctx.t('admin.saved'));
    return res.redirect(folderUrl(saved.folder));
  });
  router.post('/:id/delete', async (req, res) => {
    await req.form();
    const file = await app.data.files.get(req.ctx.actor, req.params.id);
    try {
      await app.data.files.remove(req.ctx.actor, file.id);
    } catch (error) {
      return show(app, req, res, null, formErrors(error, req.ctx.t));
    }
    return res.redirect(folderUrl(file.folder));
  });
  return router;
}

/** @param {App} app @param {Request} req @param {Response} res @param {Form | null} form @param {FormErrors} errors */
async function show(app, req, res, form, errors) {
  const { t, actor, env, catalog } = req.ctx;
  const file = await app.data.files.get(actor, req.params.id);
  const typed = (/** @type {'name' | 'folder'} */ name) => outdatable(form, name, file[name], errors.code);
  return adminPage(app, req, res, {
    title: file.name,
    icon: 'file',
    actions: html`<a class="btn" href="/admin/access?what=file&id=${file.id}#why">${app.views.icon('lock')} ${t('admin.access.ofFile')}</a>`,
    crumbs: [
      { label: t('admin.nav.files'), url: '/admin/files' },
      ...(file.folder ? [{ label: file.folder, url: folderUrl(file.folder) }] : []),
    ],
    template: 'files/file',
    errors,
    model: {
      file,
      image: file.width ? env.fileUrl(file, 'medium') : null,
      url: env.fileUrl(file),
      controls: [
        control({
          name: 'name',
          label: t('admin.files.name'),
          ...typed('name'),
          required: true,
          error: errors.fields.name,
        }),
        control({
          name: 'folder',
          label: t('admin.files.folder'),
          ...typed('folder'),
          error: errors.fields.folder,
        }),
        control({
          name: 'roles',
          type: 'checks',
          label: t('admin.files.roles'),
          help: t('admin.files.rolesHelp'),
          error: errors.fields.roles,
          value: form ? form.all('roles') : file.roles,
          shown: shownChecks(form, 'roles'),
          options: limitedRoles(catalog).map((role) => ({ value: role.name, label: t(role.label) })),
        }),
      ],
    },
  });
}
