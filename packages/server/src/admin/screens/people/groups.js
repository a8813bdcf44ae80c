import { inputInvalid } from '@plinth/plugin';
import { requireRecentLogin } from '../../../auth/recent-login.js';
import { outdatable, seenIn } from '../../../body/outdated-form.js';
import { createRouter } from '../../../http/router.js';
import { changedChecks, control, shownChecks } from '../../controls.js';
import { freeName, nameOf } from '../../names.js';
import { adminPage } from '../../page.js';
import { formErrors, noErrors } from '../../run-edit.js';
import { roleChoices, roleLabels } from '../../role-labels.js';

/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = {
  path: '/groups',
  title: 'admin.nav.groups',
  nav: { section: 'people', icon: 'users-group', order: 20 },
  routes,
};

const MOST_FOUND = 8;

/** Groups of people: which there are, who is in them, which roles they give. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  const { groups } = app.data.people;
  // What a group gives is what its people may do.
  router.use(requireRecentLogin());
  router.get('/', (req, res) => showList(app, req, res, null, noErrors()));
  router.post('/', async (req, res) => {
    const form = await req.form();
    try {
      const group = await create(app, req, form);
      res.flash(req.ctx.t('admin.saved'));
      res.redirect(`/admin/groups/${group.name}`);
    } catch (error) {
      await showList(app, req, res, form, formErrors(error, req.ctx.t));
    }
  });
  router.get('/:group', (req, res) => showGroup(app, req, res, null, noErrors()));
  router.post('/:group', async (req, res) => {
    const form = await req.form();
    try {
      const now = await groups.get(req.ctx.actor, req.params.group);
      const input = { label: form.get('label') ?? '', roles: changedChecks(form, 'roles', now.roles) };
      await groups.update(req.ctx.author, now.name, input, { seen: seenIn(form, ['label']) });
    } catch (error) {
      return showGroup(app, req, res, form, formErrors(error, req.ctx.t));
    }
    res.flash(req.ctx.t('admin.saved'));
    return res.redirect(`/admin/groups/${req.params.group}`);
  });
  /** @param {'addMember' | 'removeMember'} step @returns {import('../../../types.d.ts').Handler} */
  const change = (step) => async (req, res) => {
    const form = await req.form();
    await groups[step](req.ctx.author, req.params.group, form.get('user') ?? '');
    const q = form.get('q');
    res.redirect(`/admin/groups/${req.params.group}${q ? `?q=${encodeURIComponent(q)}` : ''}`);
  };
  router.post('/:group/add', change('addMember'));
  router.post('/:group/take', change('removeMember'));
  router.post('/:group/delete', async (req, res) => {
    await groups.remove(req.ctx.author, req.params.group);
    res.redirect('/admin/groups');
  });
  return router;
}

/** @param {App} app @param {Request} req @param {Form} form */
async function create(app, req, form) {
  const { groups } = app.data.people;
  const label = form.get('label') ?? '';
  const typed = (form.get('name') ?? '').trim();
  if (!label.trim()) throw inputInvalid({ label: 'Enter a name' });
  const taken = new Set((await groups.list(req.ctx.actor)).map((/** @type {any} */ { name }) => name));
  const name = typed || freeName(nameOf(label), (one) => taken.has(one));
  return groups.create(req.ctx.author, { label, name, roles: form.all('roles') });
}

/** @param {App} app @param {Request} req @param {Response} res @param {Form | null} form @param {FormErrors} errors */
async function showList(app, req, res, form, errors) {
  const { t, actor } = req.ctx;
  const groups = await app.data.people.groups.list(actor);
  return adminPage(app, req, res, {
    title: t('admin.nav.groups'),
    lead: t('admin.groups.lead'),
    icon: 'users-group',
    template: 'people/groups',
    errors,
    model: {
      groups: groups.map((/** @type {any} */ group) => ({
        ...group,
        roleLabels: group.roles.length > 0 ? roleLabels(req, group.roles) : [],
      })),
      controls: [
        ...groupControls(
          req,
          { text: { value: form?.get('label') ?? '' }, roles: form?.all('roles') ?? [] },
          errors,
          form,
        ),
        control({
          ...{ name: 'name', label: t('admin.groups.name'), value: form?.get('name') ?? '', error: errors.fields.name },
          help: t('admin.groups.nameHint'),
          attrs: { maxlength: 63, autocomplete: 'off', spellcheck: 'false' },
        }),
      ],
    },
  });
}

/** @param {App} app @param {Request} req @param {Response} res @param {Form | null} form @param {FormErrors} errors */
async function showGroup(app, req, res, form, errors) {
  const { t, actor } = req.ctx;
  const { groups, users } = app.data.people;
  const group = await groups.get(actor, req.params.group);
  const members = await groups.members(actor, group.name);
  const inside = new Set(members.map((/** @type {any} */ { id }) => id));
  const q = req.query.get('q') ?? '';
  const found = await users.list(actor, { search: q, limit: MOST_FOUND + Math.min(members.length, 100) });
  const text = outdatable(form, 'label', group.label, errors.code);
  return adminPage(app, req, res, {
    title: group.label,
    icon: 'users-group',
    crumbs: [{ label: t('admin.nav.groups'), url: '/admin/groups' }],
    template: 'people/group',
    errors,
    model: {
      group,
      members,
      q,
      people: found.users.filter((/** @type {any} */ { id }) => !inside.has(id)).slice(0, MOST_FOUND),
      controls: groupControls(req, { text, roles: form?.all('roles') ?? group.roles }, errors, form),
      action: `/admin/groups/${group.name}`,
    },
  });
}

/** @param {Request} req @param {{ text: { value: string, was?: string }, roles: readonly string[] }} group @param {FormErrors} errors @param {Form | null} form */
function groupControls(req, { text, roles }, errors, form) {
  const { t } = req.ctx;
  return [
    control({
      ...{ name: 'label', label: t('admin.groups.label'), ...text, required: true, error: errors.fields.label },
      attrs: { maxlength: 100, autocomplete: 'off' },
    }),
    control({
      ...{ name: 'roles', type: 'checks', label: t('admin.groups.roles'), help: t('admin.groups.rolesHelp') },
      value: roles,
      shown: shownChecks(form, 'roles'),
      options: roleChoices(req),
      error: errors.fields.roles,
    }),
  ];
}
