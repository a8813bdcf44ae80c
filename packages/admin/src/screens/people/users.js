import { avatar, html } from '@plinth/plugin';
import { boolean, roles, text } from '@plinth/plugin/settings';
import { INVITATION_DAYS } from '@plinth/data';
import { requireRecentLogin } from '@plinth/server/auth';
import {
  EVERYBODYS,
  column,
  does,
  listScreen,
  noErrors,
  partsFor,
  roleLabels,
  routed,
  savesSettings,
  shows,
  task,
  tasks,
} from '../../frame/index.js';
import { invitationMail } from '@plinth/server/pages';
import { linkOrigin, madeLink, unreachableNote } from './made-link.js';

/** @import { SettingsSchema, Values } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

const recent = requireRecentLogin();

const LIST = listScreen({
  title: 'admin.nav.users',
  lead: 'admin.users.lead',
  icon: 'users',
  empty: 'admin.nothingFound',
  add: { url: '/admin/users/invite', label: 'admin.users.invite', icon: 'link' },
  search: 'admin.users.search',
  async of({ ctx: { app, actor }, query }) {
    const found = await app.data.people.users.list(actor, { search: query.get('q'), after: query.get('after') });
    return { rows: /** @type {any[]} */ (found.users), next: found.next };
  },
  columns: (req, { t, badge, icon }) => [
    column('admin.users.name', ({ id, name, email, picture, disabled }) => {
      const link = html`<a href="/admin/users/${id}">${name || email}</a>`;
      return html`<span class="pl-person">${avatar({ id, name: name || email, picture })} ${link}</span>${disabled && html` ${badge(t('admin.users.disabled'), 'bg-danger-lt')}`}`;
    }),
    column('admin.users.email', ({ email }) => email, 'text-break'),
    column('admin.nav.roles', ({ roles, groups }) => {
      const held = roleLabels(req, roles).map((role) => badge(role));
      return html`<div class="adm-badges">${held}${groups.map(
        (/** @type {{ name: string, label: string }} */ group) =>
          html`<a class="badge adm-badge-group d-inline-flex gap-1 align-items-center fw-medium" href="/admin/groups/${group.name}">${icon('users-group')} ${group.label}</a>`,
      )}</div>`;
    }),
    column(
      'admin.users.seen',
      ({ lastLoginAt }) => (lastLoginAt ? req.ctx.formats.relative(lastLoginAt) : t('admin.users.never')),
      'text-secondary text-nowrap',
    ),
  ],
  actions: ({ ctx: { t, app } }) =>
    html`<a class="btn" href="/admin/users/profile-fields">${app.views.icon('user-edit')} ${t('admin.profileFields.title')}</a>
      <a class="btn" href="/admin/users/new">${app.views.icon('user-plus')} ${t('admin.users.new')}</a> `,
  below: waiting,
});

/** Users: find, create or invite them. */
export const screen = {
  path: '/users',
  title: 'admin.nav.users',
  help: 'guide/people',
  finds: tasks(task('invite', '/admin/users/invite'), task('profile', '/auth/profile')),
  nav: { section: 'people', icon: 'users', order: 10 },
  first: true,
  routes: routed({
    ...LIST,
    'GET /new': [recent, shows(showNew)],
    'POST /new': [recent, savesSettings(newSettings, create, showNew)],
    'GET /invite': [recent, shows(showInvite)],
    'POST /invite': [recent, savesSettings(inviteSettings, invite, showInvite)],
    'POST /invite/:id/revoke': does(async ({ ctx: { app, author }, params }) => {
      await app.data.people.revokeInvitation(author, params.id);
      return '/admin/users';
    }),
  }),
};

/** @param {Request} req */
export const crumbs = ({ ctx: { t } }) => [{ label: t('admin.nav.users'), url: '/admin/users' }];

/** @param {Request} req @param {Values} values @returns {Promise<Outcome>} */
async function create({ ctx: { app, author, t } }, { name, email, password = null, ...more }) {
  const user = await app.data.people.users.create(author, { name, email, password, roles: more.roles ?? [] });
  return { next: `/admin/users/${user.id}`, said: t('admin.users.created', { name: user.name }) };
}

/** @param {Request} req @param {Values} values @param {Form} form @returns {Promise<Outcome>} */
async function invite(req, { name = null, email = null, mail: wantsMail, ...more }, form) {
  const { app, author, formats } = req.ctx;
  const isMailed = email !== null && wantsMail === true && (await app.mail.ready());
  const mail = isMailed ? (/** @type {{ token: string }} */ { token }) => mailFor(req, token) : undefined;
  const { token, expiresAt } = await app.data.people.invite(author, { name, email, roles: more.roles ?? [] }, { mail });
  const mailedTo = isMailed ? email : null;
  const made = { mailedTo, link: `${linkOrigin(req)}/auth/invite/${token}`, expires: formats.dateTime(expiresAt) };
  return showInvite(req, { form, errors: noErrors(), made });
}

/** Nobody knows the language of somebody who is not here yet, so it is the site's. @param {Request} req @param {string} token */
function mailFor({ ctx: { app, catalog, user } }, token) {
  const { siteName: site, locale } = catalog.settings;
  const link = `${app.config.baseUrl}/auth/invite/${token}`;
  return invitationMail(app.views.t(locale), locale, { by: user?.name || site, site, link, days: INVITATION_DAYS });
}

/** Invitations that nobody has accepted yet. @param {Request} req */
async function waiting(req) {
  const { t, actor, formats, app } = req.ctx;
  const { icon, list, line, post } = partsFor(req);
  /** @type {any[]} */
  const invitations = await app.data.people.invitations(actor);
  const lines = invitations.map(({ id, name, email, roles, expiresAt }) =>
    line(html`${icon('mail')}<div class="flex-fill"><strong>${name || email || t('admin.users.anybody')}</strong>
      <span class="text-secondary">${email ?? ''}</span><div class="text-secondary small">${roleLabels(req, roles).join(', ')} ·
      ${t('admin.users.expires', { when: formats.relative(expiresAt) })}</div></div>
      ${post(`/admin/users/invite/${id}/revoke`, t('admin.users.revoke'))}`),
  );
  return lines.length > 0 && html`<h2>${t('admin.users.invitations')}</h2>${list(lines)}`;
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function showNew(req, tried) {
  const { t } = req.ctx;
  return {
    title: t('admin.users.new'),
    icon: 'user-plus',
    crumbs: crumbs(req),
    errors: tried.errors,
    body: partsFor(req).form({
      action: '/admin/users/new',
      submit: t('admin.users.create'),
      schema: newSettings(),
      tried,
    }),
  };
}

/** @param {Request} req @param {Tried} tried `made`: the link @returns {Promise<AdminPage>} */
async function showInvite(req, { made, ...tried }) {
  const { t } = req.ctx;
  const { form } = tried;
  // The next invitation is for somebody else, who usually gets the same roles.
  const values = made ? { mail: form?.all('mail').includes('true'), roles: form?.all('roles') } : { mail: true };
  const asks = await inviteSettings(req);
  return {
    title: t('admin.users.invite'),
    lead: t('admin.users.inviteHelp'),
    icon: 'link',
    crumbs: crumbs(req),
    errors: tried.errors,
    body: html`${unreachableNote(req)}${made && madeLink(req, made)}${partsFor(req).form({
      action: '/admin/users/invite',
      submit: t('admin.users.inviteMake'),
      schema: asks,
      values,
      tried: made ? { ...tried, form: null } : tried,
    })}`,
  };
}

/** Who it is. @param {{ isOptional?: boolean }} [of] @returns {SettingsSchema} */
export const personSettings = ({ isOptional = false } = {}) => [
  text('name', 'admin.users.name', { required: !isOptional, max: 120 }),
  text('email', 'admin.users.email', {
    required: !isOptional,
    help: isOptional ? 'admin.users.inviteEmailHelp' : undefined,
    attrs: { type: 'email' },
  }),
];

export const ROLES = roles('roles', 'admin.nav.roles', { help: 'admin.users.rolesHelp', except: EVERYBODYS });

/** @returns {SettingsSchema} */
function newSettings() {
  const password = text('password', 'admin.users.password', { help: 'admin.users.passwordHelp', secret: true });
  return [...personSettings(), password, ROLES];
}

/** @param {Request} req @returns {Promise<SettingsSchema>} */
async function inviteSettings(req) {
  const mail = boolean('mail', 'admin.users.mailLink', { help: 'admin.users.mailLinkHelp' });
  return [...personSettings({ isOptional: true }), ...((await req.ctx.app.mail.ready()) ? [mail] : []), ROLES];
}
