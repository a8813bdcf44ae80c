import { ADMIN, html } from '@plinth/plugin';
import { roles, text } from '@plinth/plugin/settings';
import { seenIn } from '@plinth/server/http';
import { changedChecks, partsFor, routed, saves, shows } from '../../frame/index.js';
import { folderUrl } from './files.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** One file: its name, its folder, who may read it, its deletion. */
export const screen = {
  path: '/files',
  title: 'admin.kind.file',
  routes: routed({
    'GET /:id': shows(show),
    'POST /:id': saves(save, show),
    'POST /:id/delete': saves(remove, (req, { errors }) => show(req, { form: null, errors })),
  }),
};

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function save({ ctx: { app, actor, author, t }, params: { id } }, form) {
  const { roles: now } = await app.data.files.get(actor, id);
  const texts = { name: form.get('name') ?? '', folder: form.get('folder') ?? '' };
  const input = { ...texts, roles: changedChecks(form, 'roles', now) };
  const { folder } = await app.data.files.update(author, id, input, { seen: seenIn(form, ['name', 'folder']) });
  return { next: folderUrl(folder), said: t('admin.saved') };
}

/** @param {Request} req @returns {Promise<Outcome>} */
async function remove({ ctx: { app, actor }, params }) {
  const file = await app.data.files.get(actor, params.id);
  await app.data.files.remove(actor, file.id);
  return folderUrl(file.folder);
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, tried) {
  const { t, actor, env, app } = req.ctx;
  const { icon, form, post } = partsFor(req);
  const file = await app.data.files.get(actor, req.params.id);
  const action = `/admin/files/${file.id}`;
  const schema = [
    text('name', 'admin.files.name', { required: true }),
    text('folder', 'admin.files.folder'),
    roles('roles', 'admin.files.roles', { help: 'admin.files.rolesHelp', except: [ADMIN] }),
  ];
  const settings = form({
    class: 'card mb-3',
    action,
    submit: t('admin.save'),
    schema,
    values: file,
    others: ['name', 'folder', 'roles'],
    tried,
  });
  const remove = post(`${action}/delete`, html`${icon('trash')} ${t('admin.delete')}`, {
    style: 'btn btn-ghost-danger',
    confirm: t('admin.files.deleteConfirm', { name: file.name }),
  });
  return {
    title: file.name,
    icon: 'file',
    errors: tried.errors,
    actions: html`<a class="btn" href="/admin/access?what=file&id=${file.id}#why">${icon('lock')} ${t('admin.access.ofFile')}</a>`,
    crumbs: [
      { label: t('admin.nav.files'), url: '/admin/files' },
      ...(file.folder ? [{ label: file.folder, url: folderUrl(file.folder) }] : []),
    ],
    body: html`<div class="row"><div class="col-lg-7">${settings}</div>
      <div class="col-lg-5"><div class="card"><div class="card-body adm-stack">
      ${file.width && html`<img class="img-fluid" src="${env.fileUrl(file, 'medium')}" alt="${file.name}">`}
      <p class="text-secondary mb-0">${file.mime}${file.width && ` · ${file.width} × ${file.height}`}</p>
      <a class="btn" href="${env.fileUrl(file)}">${icon('external-link')} ${t('admin.files.open')}</a>${remove}</div></div></div></div>`,
  };
}
