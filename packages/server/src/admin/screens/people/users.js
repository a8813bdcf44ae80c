import { html } from '@plinth/plugin';
import { requireRecentLogin } from '../../../auth/recent-login.js';
import { outdatable } from '../../../body/outdated-form.js';
import { createRouter } from '../../../http/router.js';
import { control } from '../../controls.js';
import { adminPage } from '../../page.js';
import { formErrors, noErrors } from '../../run-edit.js';
import { furtherLink } from './further-fields.js';
import { roleChoices, roleLabels } from '../../role-labels.js';

/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = {
  path: '/users',
  title: 'admin.nav.users',
  nav: { section: 'people', icon: 'users', order: 10 },
  first: true,
  routes,
};

/** Users: find them, make one, or make a link by which somebody becomes one. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  const recent = requireRecentLogin();
  router.get('/', (req, res) => showList(app, req, res));
  router.get('/new', recent, (req, res) => showNew(app, req, res, null, noErrors()));
  router.post('/new', recent, async (req, res) => {
    const form = await req.form();
    try {
      const user = await app.data.people.users.create(req.ctx.author, {
        name: form.get('name') ?? '',
        email: form.get('email') ?? '',
        password: form.get('password') || null,
        roles: form.all('roles'),
      });
      res.flash(req.ctx.t('admin.users.created', { name: user.name }));
      res.redirect(`/admin/users/${user.id}`);
    } catch (error) {
      await showNew(app, req, res, form, formErrors(error, req.ctx.t));
    }
  });
  router.get('/invite', recent, (req, res) => showInvite(app, req, res, null, null, noErrors()));
  router.post('/invite', recent, async (req, res) => {
    const form = await req.form();
    try {
      const invitation = await app.data.people.invite(req.ctx.author, {
        name: form.get('name') || null,
        email: form.get('email') || null,
        roles: form.all('roles'),
      });
      const link = `${app.config.baseUrl}/auth/invite/${invitation.token}`;
      await showInvite(
        app,
        req,
        res,
        form,
        { link, expires: req.ctx.formats.dateTime(invitation.expiresAt) },
        noErrors(),
      );
    } catch (error) {
      await showInvite(app, req, res, form, null, formErrors(error, req.ctx.t));
    }
  });
  router.post('/invite/:id/revoke', async (req, res) => {
    await app.data.people.revokeInvitation(req.ctx.author, req.params.id);
    res.redirect('/admin/users');
  });
  return router;
}

/** @param {App} app @param {Request} req @param {Response} res */
async function showList(app, req, res) {
  const { t, actor, formats } = req.ctx;
  const q = req.query.get('q');
  const { users, next } = await app.data.people.users.list(actor, { search: q, after: req.query.get('after') });
  const invitations = await app.data.people.invitations(actor);
  return adminPage(app, req, res, {
    title: t('admin.nav.users'),
    lead: t('admin.users.lead'),
    template: 'people/users',
    actions: html`${furtherLink(app, req)} <a class="btn" href="/admin/users/new">${app.views.icon('user-plus')} ${t('admin.users.new')}</a>
      <a class="btn btn-primary" href="/admin/users/invite">${app.views.icon('link')} ${t('admin.users.invite')}</a>`,
    model: {
      q,
      next,
      users: users.map((/** @type {any} */ user) => ({
        ...user,
        roleLabels: roleLabels(req, user.roles),
        seen: user.lastLoginAt ? formats.relative(user.lastLoginAt) : t('admin.users.never'),
      })),
      invitations: invitations.map((/** @type {any} */ one) => ({
        ...one,
        roleLabels: roleLabels(req, one.roles),
        expires: formats.relative(one.expiresAt),
      })),
    },
  });
}

/** @param {App} app @param {Request} req @param {Response} res @param {Form | null} form @param {FormErrors} errors */
function showNew(app, req, res, form, errors) {
  const { t } = req.ctx;
  return adminPage(app, req, res, {
    title: t('admin.users.new'),
    icon: 'user-plus',
    crumbs: [{ label: t('admin.nav.users'), url: '/admin/users' }],
    template: 'people/form',
    errors,
    model: {
      action: '/admin/users/new',
      submit: t('admin.users.create'),
      controls: [
        ...personControls(req, form, errors),
        control({
          name: 'password',
          type: 'password',
          label: t('admin.users.password'),
          help: t('admin.users.passwordHelp'),
          error: errors.fields.password,
          attrs: { autocomplete: 'new-password' },
        }),
        rolesControl(req, form?.all('roles') ?? [], errors),
      ],
    },
  });
}

/**
 * @param {App} app @param {Request} req @param {Response} res @param {Form | null} form
 * @param {{ link: string, expires: string } | null} made @param {FormErrors} errors
 */
function showInvite(app, req, res, form, made, errors) {
  const { t } = req.ctx;
  return adminPage(app, req, res, {
    title: t('admin.users.invite'),
    lead: t('admin.users.inviteHelp'),
    icon: 'link',
    crumbs: [{ label: t('admin.nav.users'), url: '/admin/users' }],
    template: 'people/form',
    errors,
    model: {
      made,
      action: '/admin/users/invite',
      submit: t('admin.users.inviteMake'),
      controls: [
        ...personControls(req, made ? null : form, errors, { optional: true }),
        rolesControl(req, form?.all('roles') ?? [], errors),
      ],
    },
  });
}

/**
 * @param {Request} req @param {Form | null} form @param {FormErrors} errors
 * @param {{ optional?: boolean, person?: { name: string, email: string } }} [of] person: whom others may change meanwhile
 */
export function personControls({ ctx: { t } }, form, errors, { optional = false, person } = {}) {
  const common = { required: !optional };
  const text = (/** @type {'name' | 'email'} */ name) =>
    person ? outdatable(form, name, person[name], errors.code) : { value: form?.get(name) };
  return [
    control({
      ...common,
      name: 'name',
      label: t('admin.users.name'),
      ...text('name'),
      error: errors.fields.name,
      attrs: { autocomplete: 'off', maxlength: 120 },
    }),
    control({
      ...common,
      name: 'email',
      type: 'email',
      label: t('admin.users.email'),
      ...text('email'),
      error: errors.fields.email,
      help: optional ? t('admin.users.inviteEmailHelp') : undefined,
      attrs: { autocomplete: 'off' },
    }),
  ];
}

/** @param {Request} req @param {string[]} chosen @param {FormErrors} errors @param {string[]} [shown] as `control` has it */
export const rolesControl = (req, chosen, errors, shown) =>
  control({
    name: 'roles',
    type: 'checks',
    label: req.ctx.t('admin.nav.roles'),
    help: req.ctx.t('admin.users.rolesHelp'),
    value: chosen,
    shown,
    options: roleChoices(req),
    error: errors.fields.roles,
  });
