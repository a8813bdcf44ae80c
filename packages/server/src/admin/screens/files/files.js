import { createReadStream } from 'node:fs';
import { limitedRoles } from '@plinth/plugin';
import { createRouter } from '../../../http/router.js';
import { changedChecks, control } from '../../controls.js';
import { adminPage } from '../../page.js';
import { roleLabel } from '../../role-labels.js';
import { formErrors, noErrors, refusal } from '../../run-edit.js';

/** @import { App, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = {
  path: '/files',
  title: 'admin.nav.files',
  nav: { section: 'build', icon: 'folder', order: 50 },
  first: true,
  routes,
};

/** Stored files by folder: look, upload, make folders. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/', (req, res) => show(app, req, res, noErrors()));
  router.post('/', async (req, res) => {
    const form = await req.form();
    const folder = form.get('folder') ?? '';
    let count = 0;
    try {
      for (const file of form.files.filter((one) => one.size > 0)) {
        const about = { name: file.name, mime: file.mime, folder };
        await app.data.files.add(req.ctx.actor, createReadStream(file.path), about);
        count++;
      }
    } catch (error) {
      return show(app, req, res, formErrors(error, req.ctx.t), folder);
    }
    if (count === 0) {
      const message = req.ctx.t('admin.files.nothing');
      return show(app, req, res, refusal(message), folder);
    }
    // With scripts each file comes by itself; what is told counts those before it.
    const before = /^\d{1,6}$/.test(form.get('sent') ?? '') ? Number(form.get('sent')) : 0;
    res.flash(req.ctx.t('admin.files.uploaded', { count: before + count }));
    return res.redirect(folderUrl(folder));
  });
  router.post('/folders', async (req, res) => {
    const form = await req.form();
    const parent = form.get('folder') ?? '';
    try {
      const path = await app.data.files.addFolder(
        req.ctx.actor,
        [parent, form.get('name') ?? ''].filter(Boolean).join('/'),
      );
      return res.redirect(folderUrl(path));
    } catch (error) {
      return show(app, req, res, formErrors(error, req.ctx.t), parent);
    }
  });
  router.post('/folders/share', async (req, res) => {
    const form = await req.form();
    const folder = form.get('folder') ?? '';
    try {
      const now = rolesOfFolder(await app.data.files.sharedFolders(req.ctx.actor, { around: folder }), folder);
      await app.data.files.shareFolder(req.ctx.author, folder, changedChecks(form, 'roles', now));
    } catch (error) {
      return show(app, req, res, formErrors(error, req.ctx.t), folder);
    }
    res.flash(req.ctx.t('admin.saved'));
    return res.redirect(folderUrl(folder));
  });
  router.post('/folders/remove', async (req, res) => {
    const folder = (await req.form()).get('folder') ?? '';
    try {
      await app.data.files.removeFolder(req.ctx.actor, folder);
    } catch (error) {
      return show(app, req, res, formErrors(error, req.ctx.t), folder);
    }
    return res.redirect(folderUrl(folder.split('/').slice(0, -1).join('/')));
  });
  return router;
}

/**
 * Who may have the files of a folder, and through which folder above it.
 *
 * @param {App} app @param {Request} req @param {string} folder
 */
async function sharing(app, req, folder) {
  const { t, catalog, actor } = req.ctx;
  if (!folder) return { sharing: null };
  const shared = await app.data.files.sharedFolders(actor, { around: folder });
  const above = shared.filter((/** @type {any} */ { path }) => folder.startsWith(`${path}/`));
  const roles = rolesOfFolder(shared, folder);
  return {
    sharing: {
      summary: [roles, ...above.map((/** @type {any} */ one) => one.roles)].flat().map((role) => roleLabel(req, role)),
      above: above.map((/** @type {any} */ one) => ({
        path: one.path,
        roles: one.roles.map((/** @type {string} */ role) => roleLabel(req, role)).join(', '),
      })),
      control: control({
        ...{ name: 'roles', type: 'checks', label: t('admin.files.folderRoles'), bare: true, value: roles },
        help: t('admin.files.folderRolesHelp'),
        options: limitedRoles(catalog).map((role) => ({ value: role.name, label: t(role.label) })),
      }),
    },
  };
}

/** Its own, without those of the folders above it. @param {{ path: string, roles: string[] }[]} shared @param {string} folder */
const rolesOfFolder = (shared, folder) => shared.find(({ path }) => path === folder)?.roles ?? [];

/** @param {string} folder */
export const folderUrl = (folder) => (folder ? `/admin/files?folder=${encodeURIComponent(folder)}` : '/admin/files');

/** @param {App} app @param {Request} req @param {Response} res @param {FormErrors} errors @param {string} [posted] */
async function show(app, req, res, errors, posted) {
  const { t, actor, env, formats } = req.ctx;
  const folder = posted ?? req.query.get('folder') ?? '';
  const q = req.query.get('q') ?? '';
  const { files, folders, next } = await app.data.files.list(actor, {
    folder,
    search: q,
    after: req.query.get('after') ?? undefined,
  });
  const steps = folder.split('/').filter(Boolean);
  return adminPage(app, req, res, {
    title: steps.at(-1) ?? t('admin.nav.files'),
    lead: steps.length ? '' : t('admin.files.lead'),
    crumbs: steps.length
      ? [
          { label: t('admin.nav.files'), url: '/admin/files' },
          ...steps.slice(0, -1).map((label, i) => ({ label, url: folderUrl(steps.slice(0, i + 1).join('/')) })),
        ]
      : [],
    template: 'files/list',
    errors,
    scripts: ['upload'],
    model: {
      q,
      folder,
      next:
        next && `?folder=${encodeURIComponent(folder)}&q=${encodeURIComponent(q)}&after=${encodeURIComponent(next)}`,
      folders: folders.map((/** @type {string} */ path) => ({
        path,
        name: path.split('/').at(-1),
        url: folderUrl(path),
      })),
      files: files.map((/** @type {any} */ file) => ({
        ...file,
        url: `/admin/files/${file.id}`,
        thumbnail: file.width ? env.fileUrl(file, 'thumb') : null,
        kilobytes: `${formats.number(Math.max(1, Math.round(file.size / 1024)))} kB`,
      })),
      ...(await sharing(app, req, folder)),
      folderControl: control({
        name: 'name',
        label: t('admin.files.folderName'),
        bare: true,
        required: true,
        attrs: { placeholder: t('admin.files.newFolder'), maxlength: 100 },
      }),
    },
  });
}
