import { createReadStream } from 'node:fs';
import { ADMIN } from '@plinth/plugin';
import { roles, text } from '@plinth/plugin/settings';
import {
  changedChecks,
  formControls,
  noErrors,
  readChecked,
  refusal,
  roleLabel,
  routed,
  saves,
  shows,
} from '../../frame/index.js';
import { fileTabs } from './all-files.js';

/** @import { AdminPage, Form, Handler, Outcome, Request, Tried } from '../../types.d.ts' */

const FOLDER = [text('name', 'admin.files.folderName', { required: true, max: 100, none: 'admin.files.newFolder' })];
const SHARING = [roles('roles', 'admin.files.folderRoles', { help: 'admin.files.folderRolesHelp', except: [ADMIN] })];

/** Stored files by folder: browse, upload, create folders. */
export const screen = {
  path: '/files',
  title: 'admin.nav.files',
  help: 'guide/rights-and-history#files-and-folders',
  nav: { section: 'build', icon: 'folder', order: 50 },
  first: true,
  routes: routed({
    'GET /': shows(show),
    'POST /': inFolder(upload),
    'POST /folders': inFolder(addFolder, (form) => form),
    'POST /folders/share': inFolder(async ({ ctx: { app, actor, author, t } }, form, folder) => {
      const now = rolesOfFolder(await app.data.files.sharedFolders(actor, { around: folder }), folder);
      await app.data.files.shareFolder(author, folder, changedChecks(form, 'roles', now));
      return { next: folderUrl(folder), said: t('admin.saved') };
    }),
    'POST /folders/remove': inFolder(async ({ ctx: { app, actor } }, _form, folder) => {
      await app.data.files.removeFolder(actor, folder);
      return folderUrl(folder.split('/').slice(0, -1).join('/'));
    }),
  }),
};

/**
 * Errors are shown in the folder that the form is about.
 *
 * @param {(req: Request, form: Form, folder: string) => Promise<Outcome>} work
 * @param {(form: Form | null) => Form | null} [named] the form, if it names a folder
 * @returns {Handler}
 */
function inFolder(work, named = () => null) {
  return saves(
    (req, form) => work(req, form, form.get('folder') ?? ''),
    (req, { form, errors }) => show(req, { form: named(form), errors, folder: form?.get('folder') ?? '' }),
  );
}

/** @param {Request} req @param {Form} form @param {string} folder @returns {Promise<Outcome>} */
async function addFolder(req, form, folder) {
  const { values, wrong } = readChecked(req, FOLDER, form);
  if (wrong) return { errors: wrong };
  const { app, actor } = req.ctx;
  return folderUrl(await app.data.files.addFolder(actor, [folder, values.name].filter(Boolean).join('/')));
}

/** @param {Request} req @param {Form} form @param {string} folder @returns {Promise<Outcome>} */
async function upload({ ctx: { app, actor, t } }, form, folder) {
  const files = form.files.filter((one) => one.size > 0);
  for (const { name, mime, path } of files)
    await app.data.files.add(actor, createReadStream(path), { name, mime, folder });
  if (files.length === 0) return { errors: refusal(t('admin.files.nothing')) };
  // With JavaScript each file is a separate request; the count includes earlier ones.
  const before = /^\d{1,6}$/.test(form.get('sent') ?? '') ? Number(form.get('sent')) : 0;
  return { next: folderUrl(folder), said: t('admin.files.uploaded', { count: before + files.length }) };
}

/**
 * Who may have the files of a folder, and through which folder above it.
 *
 * @param {Request} req @param {string} folder
 */
async function sharing(req, folder) {
  const { app, actor } = req.ctx;
  if (!folder) return null;
  /** @type {{ path: string, roles: string[] }[]} */
  const shared = await app.data.files.sharedFolders(actor, { around: folder });
  const above = shared.filter(({ path }) => folder.startsWith(`${path}/`));
  const own = rolesOfFolder(shared, folder);
  const labels = (/** @type {string[]} */ names) => names.map((role) => roleLabel(req, role));
  return {
    summary: labels([own, ...above.map((one) => one.roles)].flat()),
    above: above.map((one) => ({ path: one.path, roles: labels(one.roles).join(', ') })),
    control: formControls(
      req,
      { form: null, errors: noErrors() },
      SHARING,
      { roles: own },
      { bare: true, others: ['roles'] },
    ),
  };
}

/**
 * Its own roles, without those of the folders above it.
 *
 * @param {{ path: string, roles: string[] }[]} shared @param {string} folder
 */
const rolesOfFolder = (shared, folder) => shared.find(({ path }) => path === folder)?.roles ?? [];

/** @param {string} folder */
export const folderUrl = (folder) => (folder ? `/admin/files?folder=${encodeURIComponent(folder)}` : '/admin/files');

/** The folders above a folder, outermost first. @param {Request} req @param {string[]} steps */
function crumbs({ ctx: { t } }, steps) {
  if (steps.length === 0) return [];
  const above = steps.slice(0, -1).map((label, i) => ({ label, url: folderUrl(steps.slice(0, i + 1).join('/')) }));
  return [{ label: t('admin.nav.files'), url: '/admin/files' }, ...above];
}

/** @param {Request} req @param {Tried} tried folder: of a form with errors @returns {Promise<AdminPage>} */
async function show(req, { form, errors, folder = req.query.get('folder') ?? '' }) {
  const { app, t, actor, env, formats } = req.ctx;
  const q = req.query.get('q') ?? '';
  const after = req.query.get('after') ?? undefined;
  const { files, folders, next } = await app.data.files.list(actor, { folder, search: q, after });
  const steps = folder.split('/').filter(Boolean);
  const folderControl = formControls(req, { form, errors }, FOLDER, {}, { bare: true });
  return {
    title: steps.at(-1) ?? t('admin.nav.files'),
    lead: steps.length ? '' : t('admin.files.lead'),
    errors,
    crumbs: crumbs(req, steps),
    template: 'files/list',
    scripts: ['upload'],
    tabs: steps.length === 0 && !q ? fileTabs(req, 'folders') : [],
    model: {
      q,
      folder,
      folderControl,
      sharing: await sharing(req, folder),
      next:
        next && `?folder=${encodeURIComponent(folder)}&q=${encodeURIComponent(q)}&after=${encodeURIComponent(next)}`,
      folders: folders.map((/** @type {string} */ path) => ({ name: path.split('/').at(-1), url: folderUrl(path) })),
      files: files.map((file) => ({
        ...file,
        url: `/admin/files/${file.id}`,
        thumbnail: file.width ? env.fileUrl(file, 'thumb') : null,
        kilobytes: `${formats.number(Math.max(1, Math.round(file.size / 1024)))} kB`,
      })),
    },
  };
}
