/** @import { Values } from '@plinth/plugin' */
import { html, inputInvalid } from '@plinth/plugin';
import { requireRecentLogin } from '@plinth/server/auth';
import { seenIn } from '@plinth/server/http';
import { does, inputs, partsFor, roleChoices, roleLabel, routed, saves, shows } from '../../frame/index.js';
import { changedChecks } from '../../frame/controls.js';
import { freeName, nameOf } from '../../objects/names.js';

/** @import { AdminPage, Form, Handler, Input, Outcome, Request, Tried } from '../../types.d.ts' */

/** Groups of people: their members and the roles that they give. */
export const screen = {
  path: '/groups',
  title: 'admin.nav.groups',
  nav: { section: 'people', icon: 'users-group', order: 20 },
  routes: routed(
    {
      'GET /': shows(showList),
      'POST /': saves(create, showList),
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

/** @param {string} name */
const urlOf = (name) => `/admin/groups/${name}`;

/** @param {'addMember' | 'removeMember'} step @returns {Handler} */
function member(step) {
  return does(async ({ ctx: { app, author }, params: { group } }, form) => {
    await app.data.people.groups[step](author, group, form.get('user') ?? '');
    const q = form.get('q');
    return `${urlOf(group)}${q ? `?q=${encodeURIComponent(q)}` : ''}`;
  });
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function create({ ctx: { app, actor, author, t } }, form) {
  const { groups } = app.data.people;
  const label = form.get('label') ?? '';
  const typed = (form.get('name') ?? '').trim();
  if (!label.trim()) throw inputInvalid({ label: 'Enter a name' });
  const taken = new Set((await groups.list(actor)).map((/** @type {any} */ { name }) => name));
  const name = typed || freeName(nameOf(label), (one) => taken.has(one));
  const group = await groups.create(author, { label, name, roles: form.all('roles') });
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

/**
 * @param {Request} req @param {{ label: string, roles: readonly string[] }} group @param {boolean} others as in `Input`
 * @returns {Input[]}
 */
const inputsOf = (req, { label, roles }, others) => [
  {
    name: 'label',
    label: 'admin.groups.label',
    value: label,
    required: true,
    others,
    attrs: { maxlength: 100, autocomplete: 'off' },
  },
  {
    name: 'roles',
    type: 'checks',
    label: 'admin.groups.roles',
    help: 'admin.groups.rolesHelp',
    value: roles,
    options: roleChoices(req),
  },
];

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function showList(req, tried) {
  const { t, actor, app } = req.ctx;
  const { table, named, badge, empty, form } = partsFor(req);
  /** @type {Values[]} */
  const groups = await app.data.people.groups.list(actor);
  const rolesOf = (/** @type {readonly string[]} */ roles) =>
    roles.length > 0
      ? roles.map((role) => badge(roleLabel(req, role)))
      : html`<span class="text-secondary">${t('admin.groups.noRoles')}</span>`;
  const list = table(
    t('admin.nav.groups'),
    [
      { label: t('admin.groups.one'), cell: ({ name, label }) => named(urlOf(name), label, name) },
      {
        label: t('admin.groups.members'),
        class: 'text-secondary',
        cell: ({ members }) => t('admin.groups.members', { count: members }),
      },
      { label: t('admin.nav.roles'), cell: ({ roles }) => html`<div class="adm-badges">${rolesOf(roles)}</div>` },
    ],
    groups,
  );
  const name = {
    name: 'name',
    label: 'admin.groups.name',
    help: 'admin.groups.nameHint',
    attrs: { maxlength: 63, autocomplete: 'off', spellcheck: 'false' },
  };
  const add = form({
    action: '/admin/groups',
    heading: t('admin.groups.new'),
    submit: t('admin.groups.create'),
    controls: inputs(req, tried, [...inputsOf(req, { label: '', roles: [] }, false), name]),
  });
  const none = html`<div class="card mb-4">${empty('users-group', t('admin.groups.empty'), t('admin.groups.emptyHelp'))}</div>`;
  return {
    title: t('admin.nav.groups'),
    lead: t('admin.groups.lead'),
    icon: 'users-group',
    errors: tried.errors,
    body: html`${groups.length > 0 ? list : none}${add}`,
  };
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
      controls: inputs(req, tried, inputsOf(req, group, true)),
      action: urlOf(group.name),
    },
  };
}
