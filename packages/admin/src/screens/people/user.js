/** @import { Setting, Values } from '@plinth/plugin' */
import { html } from '@plinth/plugin';
import { multiselect } from '@plinth/plugin/settings';
import { deviceName, makeToken, requireRecentLogin, tokenSection } from '@plinth/server/auth';
import { seenIn } from '@plinth/server/http';
import { cropPicture, PICTURE_LIMITS, pictureSection } from '@plinth/server/pages';
import {
  changedChecks,
  EVERYBODYS,
  formControls,
  noErrors,
  partsFor,
  routed,
  saves,
  shows,
} from '../../frame/index.js';
import { linkOrigin, madeLink, unreachableNote } from './made-link.js';
import { crumbs, personSettings, ROLES } from './users.js';

/** @import { AdminPage, Form, Handler, Outcome, Request, Tried } from '../../types.d.ts' */

const recent = requireRecentLogin();

/** One user: name, roles, a reset link, sessions, API tokens, disabling and removal. */
export const screen = {
  path: '/users',
  title: 'admin.users.one',
  routes: routed({
    'GET /:id': shows(show),
    'POST /:id': [recent, saves(update, show)],
    'POST /:id/picture': [recent, saves(setPicture, notTyped, PICTURE_LIMITS)],
    'POST /:id/picture/remove': [recent, saves(removePicture, notTyped, PICTURE_LIMITS)],
    'POST /:id/reset': [recent, saves(reset, notTyped)],
    'POST /:id/tokens': [recent, saves(addToken, notTyped)],
    'POST /:id/tokens/revoke': command(({ ctx: { app, author }, params }, form) =>
      app.data.people.apiTokens.revoke(author, params.id, form.get('token') ?? ''),
    ),
    'POST /:id/disable': [
      recent,
      command(({ ctx: { app, author }, params }, form) =>
        app.data.people.users.disable(author, params.id, form.get('disabled') === 'true'),
      ),
    ],
    'POST /:id/revoke': command(({ ctx: { app, author }, params }, form) =>
      app.data.people.revoke(author, params.id, form.get('session') ?? ''),
    ),
    'POST /:id/remove': [
      recent,
      command(({ ctx: { app, author }, params }) => app.data.people.users.remove(author, params.id), '/admin/users'),
    ],
  }),
};

/** After a separate button, the form beside it is unchanged. @param {Request} req @param {Tried} tried */
function notTyped(req, tried) {
  return show(req, { ...tried, form: null });
}

/** @param {(req: Request, form: Form) => Promise<unknown>} work @param {string} [next] @returns {Handler} */
function command(work, next) {
  return saves(async (req, form) => {
    await work(req, form);
    return next ?? `/admin/users/${req.params.id}`;
  }, notTyped);
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function update({ ctx: { app, actor, author, t }, params }, form) {
  const { users } = app.data.people;
  const now = await users.get(actor, params.id);
  const inGroups = now.groups.map(({ name }) => name);
  const input = {
    name: form.get('name') ?? '',
    email: form.get('email') ?? '',
    roles: changedChecks(form, 'roles', now.roles),
    // Forms from before groups existed don't mention them.
    ...(form.has('shown.groups') && { groups: changedChecks(form, 'groups', inGroups) }),
  };
  await users.update(author, now.id, input, { seen: seenIn(form, ['name', 'email']) });
  return { next: `/admin/users/${params.id}`, said: t('admin.saved') };
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function setPicture({ ctx: { app, author, t }, params }, form) {
  await app.data.people.pictures.set(author, params.id, await cropPicture(form.file('picture')));
  return { next: `/admin/users/${params.id}`, said: t('auth.picture.saved') };
}

/** @param {Request} req @returns {Promise<Outcome>} */
async function removePicture({ ctx: { app, author }, params }) {
  await app.data.people.pictures.remove(author, params.id);
  return `/admin/users/${params.id}`;
}

/** @param {Request} req @returns {Promise<Outcome>} */
async function reset(req) {
  const { app, author, formats } = req.ctx;
  const { token, expiresAt } = await app.data.people.resetToken(author, req.params.id);
  const made = { link: `${linkOrigin(req)}/auth/reset/${token}`, expires: formats.dateTime(expiresAt) };
  return show(req, { form: null, errors: noErrors(), made });
}

/** @param {Request} req @returns {Promise<Outcome>} */
async function addToken(req) {
  const tokens = await makeToken(req.ctx.app, req, req.params.id);
  const errors = tokens.error ? { ...noErrors(), status: tokens.error.status } : noErrors();
  return show(req, { form: null, errors, tokens });
}

/**
 * @param {Request} req @param {Tried} tried made: a link; tokens: the result of creating one
 * @returns {Promise<AdminPage>}
 */
async function show(req, { made, tokens, ...tried }) {
  const { t, actor, formats, session, app } = req.ctx;
  const user = await app.data.people.users.get(actor, req.params.id);
  const sessions = await app.data.people.sessions(actor, user.id);
  const action = `/admin/users/${user.id}`;
  const schema = [...personSettings(), ROLES, ...(await groupsSetting(req))];
  const roles = user.roles.filter((/** @type {string} */ role) => !EVERYBODYS.includes(role));
  const inGroups = user.groups.map((/** @type {any} */ { name }) => name);
  return {
    title: user.name || user.email,
    icon: 'user',
    crumbs: crumbs(req),
    errors: tried.errors,
    actions: html`<a class="btn" href="/admin/access?who=user:${user.id}#why">${partsFor(req).icon('lock')} ${t('admin.access.ofPerson')}</a>`,
    template: 'people/user',
    scripts: tokens?.made ? ['api/copy.js'] : [],
    model: {
      picture: pictureSection({ user, t, action: `${action}/picture` }),
      user,
      action,
      made: made && html`${unreachableNote(req)}${madeLink(req, made)}`,
      tokens: await tokenSection(app, req, user.id, `${action}/tokens`, tokens),
      controls: formControls(
        req,
        tried,
        schema,
        { ...user, roles, groups: inGroups },
        { others: schema.map(({ name }) => name) },
      ),
      sessions: sessions.slice(0, 50).map((one) => ({
        ...one,
        device: deviceName(one.userAgent),
        own: one.id === session?.id,
        seen: formats.relative(one.lastSeenAt ?? one.seenAt ?? one.createdAt),
      })),
    },
  };
}

/** The groups that there are; nothing if there are none. @param {Request} req @returns {Promise<Setting[]>} */
async function groupsSetting({ ctx: { app, actor } }) {
  /** @type {{ name: string, label: string }[]} */
  const groups = await app.data.people.groups.list(actor);
  if (groups.length === 0) return [];
  const options = groups.map(({ name, label }) => ({ value: name, label }));
  return [multiselect('groups', 'admin.groups.of', options, { help: 'admin.groups.ofHelp' })];
}
