import { html } from '@plinth/plugin';
import { deviceName } from '../../../auth/device-name.js';
import { requireRecentLogin } from '../../../auth/recent-login.js';
import { makeToken, tokenSection } from '../../../auth/token-section.js';
import { seenIn } from '../../../body/outdated-form.js';
import { createRouter } from '../../../http/router.js';
import { adminPage } from '../../page.js';
import { formErrors, noErrors } from '../../run-edit.js';
import { changedChecks, control, shownChecks } from '../../controls.js';
import { personControls, rolesControl } from './users.js';

/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/users', title: 'admin.users.one', routes };

/** One user: name, roles, a reset link, sessions, API tokens, the end of it. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  const recent = requireRecentLogin();
  const { users } = app.data.people;
  router.get('/:id', (req, res) => show(app, req, res, null, null, noErrors()));
  router.post('/:id', recent, async (req, res) => {
    const form = await req.form();
    try {
      const now = await users.get(req.ctx.actor, req.params.id);
      const inGroups = now.groups.map((/** @type {any} */ { name }) => name);
      const input = {
        ...{ name: form.get('name') ?? '', email: form.get('email') ?? '' },
        roles: changedChecks(form, 'roles', now.roles),
        // A form of before there were groups says nothing of them.
        ...(form.has('shown.groups') && { groups: changedChecks(form, 'groups', inGroups) }),
      };
      await users.update(req.ctx.author, now.id, input, { seen: seenIn(form, ['name', 'email']) });
    } catch (error) {
      return show(app, req, res, form, null, formErrors(error, req.ctx.t));
    }
    res.flash(req.ctx.t('admin.saved'));
    return res.redirect(`/admin/users/${req.params.id}`);
  });
  router.post('/:id/reset', recent, async (req, res) => {
    try {
      const { token, expiresAt } = await app.data.people.resetToken(req.ctx.author, req.params.id);
      const link = `${app.config.baseUrl}/auth/reset/${token}`;
      return show(app, req, res, null, { link, expires: req.ctx.formats.dateTime(expiresAt) }, noErrors());
    } catch (error) {
      return show(app, req, res, null, null, formErrors(error, req.ctx.t));
    }
  });
  router.post('/:id/tokens', recent, async (req, res) => {
    const tokens = await makeToken(app, req, req.params.id);
    const errors = tokens.error ? { ...noErrors(), status: tokens.error.status } : noErrors();
    return show(app, req, res, null, null, errors, tokens);
  });
  router.post(
    '/:id/tokens/revoke',
    command(app, (req, form) =>
      app.data.people.apiTokens.revoke(req.ctx.author, req.params.id, form.get('token') ?? ''),
    ),
  );
  router.post(
    '/:id/disable',
    recent,
    command(app, (req, form) => users.disable(req.ctx.author, req.params.id, form.get('disabled') === 'true')),
  );
  router.post(
    '/:id/revoke',
    command(app, (req, form) => app.data.people.revoke(req.ctx.author, req.params.id, form.get('session'))),
  );
  router.post(
    '/:id/remove',
    recent,
    command(app, (req) => users.remove(req.ctx.author, req.params.id), '/admin/users'),
  );
  return router;
}

/**
 * @param {App} app @param {(req: Request, form: Form) => Promise<unknown>} work @param {string} [next]
 * @returns {import('../../../types.d.ts').Handler}
 */
function command(app, work, next) {
  return async (req, res) => {
    try {
      await work(req, await req.form());
    } catch (error) {
      return show(app, req, res, null, null, formErrors(error, req.ctx.t));
    }
    return res.redirect(next ?? `/admin/users/${req.params.id}`);
  };
}

/**
 * @param {App} app @param {Request} req @param {Response} res @param {Form | null} form
 * @param {{ link: string, expires: string } | null} made @param {FormErrors} errors
 * @param {import('../../../auth/token-section.js').TokenAttempt} [tokens]
 */
async function show(app, req, res, form, made, errors, tokens) {
  const { t, actor, formats, session } = req.ctx;
  const user = await app.data.people.users.get(actor, req.params.id);
  const sessions = await app.data.people.sessions(actor, user.id);
  return adminPage(app, req, res, {
    title: user.name || user.email,
    icon: 'user',
    actions: html`<a class="btn" href="/admin/access?who=user:${user.id}#why">${app.views.icon('lock')} ${t('admin.access.ofPerson')}</a>`,
    crumbs: [{ label: t('admin.nav.users'), url: '/admin/users' }],
    template: 'people/user',
    errors,
    scripts: tokens?.made ? ['api/copy.js'] : [],
    model: {
      user,
      made,
      action: `/admin/users/${user.id}`,
      tokens: await tokenSection(app, req, user.id, `/admin/users/${user.id}/tokens`, tokens),
      controls: [
        ...personControls(req, form, errors, { person: user }),
        rolesControl(req, form?.all('roles') ?? user.roles, errors, shownChecks(form, 'roles')),
        ...(await groupsControl(app, req, user, form, errors)),
      ],
      sessions: sessions.slice(0, 50).map((/** @type {any} */ one) => ({
        ...one,
        device: deviceName(one.userAgent),
        own: one.id === session?.id,
        seen: formats.relative(one.lastSeenAt ?? one.seenAt ?? one.createdAt),
      })),
    },
  });
}

/**
 * Which groups he is in; nothing where there are none.
 *
 * @param {App} app @param {Request} req @param {any} user @param {Form | null} form @param {FormErrors} errors
 */
async function groupsControl(app, req, user, form, errors) {
  const { t, actor } = req.ctx;
  const groups = await app.data.people.groups.list(actor);
  if (groups.length === 0) return [];
  return [
    control({
      ...{ name: 'groups', type: 'checks', label: t('admin.groups.of'), help: t('admin.groups.ofHelp') },
      value: form?.all('groups') ?? user.groups.map((/** @type {any} */ { name }) => name),
      shown: shownChecks(form, 'groups'),
      options: groups.map((/** @type {any} */ { name, label }) => ({ value: name, label })),
      error: errors.fields.groups,
    }),
  ];
}
