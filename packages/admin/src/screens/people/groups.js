/** @import { SettingsSchema, Values } from '@plinth/plugin' */
import { html, inputInvalid } from '@plinth/plugin';
import { roles, text } from '@plinth/plugin/settings';
import { requireRecentLogin } from '@plinth/server/auth';
import { seenIn } from '@plinth/server/http';
import {
  changedChecks,
  column,
  does,
  EVERYBODYS,
  formControls,
  listScreen,
  roleLabel,
  routed,
  saves,
  shows,
} from '../../frame/index.js';
import { freeName, nameOf } from '../../objects/names.js';

/** @import { AdminPage, Form, Handler, Outcome, Request, Tried } from '../../types.d.ts' */

/** @param {string} name */
const urlOf = (name) => `/admin/groups/${name}`;

/** @type {SettingsSchema} */
const GROUP = [
  text('label', 'admin.groups.label', { required: true, max: 100 }),
  roles('roles', 'admin.groups.roles', { help: 'admin.groups.rolesHelp', except: EVERYBODYS }),
];
const NAME = text('name', 'admin.groups.name', {
  help: 'admin.groups.nameHint',
  max: 63,
  attrs: { spellcheck: 'false' },
});

const LIST = listScreen({
  title: 'admin.nav.groups',
  lead: 'admin.groups.lead',
  icon: 'users-group',
  empty: 'admin.groups.empty',
  add: {
    url: '/admin/groups',
    heading: 'admin.groups.new',
    label: 'admin.groups.create',
    schema: [...GROUP, NAME],
    save: create,
  },
  of: async ({ ctx: { app, actor } }) => /** @type {Values[]} */ (await app.data.people.groups.list(actor)),
  columns: (req, { t, named, badge }) => [
    column('admin.groups.one', ({ name, label }) => named(urlOf(name), label, name)),
    column('admin.groups.members', ({ members }) => req.ctx.formats.number(members), 'text-secondary'),
    column('admin.nav.roles', ({ roles }) =>
      roles.length > 0
        ? html`<div class="adm-badges">${roles.map((/** @type {string} */ role) => badge(roleLabel(req, role)))}</div>`
        : html`<span class="text-secondary">${t('admin.groups.noRoles')}</span>`,
    ),
  ],
});

/** Groups of people: their members and the roles that they give. */
export const screen = {
  path: '/groups',
  title: 'admin.nav.groups',
  help: 'guide/people#groups',
  nav: { section: 'people', icon: 'users-group', order: 20 },
  routes: routed(
    {
      ...LIST,
      'GET /:group': shows(showGroup),
      'POST /:group': saves(update, showGroup),
      'POST /:group/add': member('addMember'),
      'POST /:group/take': member('removeMember'),
      'POST /:group/delete': does(async (req) => {
        await req.ctx.app.data.people.groups.remove(req.ctx.author, req.params.group);
        return '/admin/groups';
      }),
    },
    requireRecentLogin(),
  ),
};

const MOST_FOUND = 8;

/** @param {'addMember' | 'removeMember'} step @returns {Handler} */
function member(step) {
  return does(async ({ ctx: { app, author }, params: { group } }, form) => {
    await app.data.people.groups[step](author, group, form.get('user') ?? '');
    const q = form.get('q');
    return `${urlOf(group)}${q ? `?q=${encodeURIComponent(q)}` : ''}`;
  });
}

/** @param {Request} req @param {Values} values @returns {Promise<Outcome>} */
async function create({ ctx: { app, actor, author, t } }, { label, name: typed, ...more }) {
  const { groups } = app.data.people;
  if (!label.trim()) throw inputInvalid({ label: 'Enter a name' });
  const taken = new Set((await groups.list(actor)).map((/** @type {any} */ { name }) => name));
  const name = typed?.trim() || freeName(nameOf(label), (one) => taken.has(one));
  const group = await groups.create(author, { label, name, roles: more.roles ?? [] });
  return { next: urlOf(group.name), said: t('admin.saved') };
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function update({ ctx: { app, actor, author, t }, params }, form) {
  const { groups } = app.data.people;
  const now = await groups.get(actor, params.group);
  const input = { label: form.get('label') ?? '', roles: changedChecks(form, 'roles', now.roles) };
  await groups.update(author, now.name, input, { seen: seenIn(form, ['label']) });
  return { next: urlOf(params.group), said: t('admin.saved') };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function showGroup(req, tried) {
  const { t, actor, app } = req.ctx;
  const { groups, users } = app.data.people;
  const group = await groups.get(actor, req.params.group);
  /** @type {Values[]} */
  const members = await groups.members(actor, group.name);
  const inside = new Set(members.map(({ id }) => id));
  const q = req.query.get('q') ?? '';
  const found = await users.list(actor, { search: q, limit: MOST_FOUND + Math.min(members.length, 100) });
  const people = found.users.filter((/** @type {Values} */ { id }) => !inside.has(id)).slice(0, MOST_FOUND);
  return {
    title: group.label,
    icon: 'users-group',
    errors: tried.errors,
    template: 'people/group',
    crumbs: [{ label: t('admin.nav.groups'), url: '/admin/groups' }],
    model: {
      group,
      members,
      q,
      people,
      controls: formControls(req, tried, GROUP, group, { others: ['label', 'roles'] }),
      action: urlOf(group.name),
    },
  };
}
