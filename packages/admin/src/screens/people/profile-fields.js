import { html } from '@plinth/plugin';
import { ALERT, does, openForm, partsFor, routed, saves, shows } from '../../frame/index.js';
import { freeName } from '../../objects/names.js';
import { tableUrl } from '../tables/table-page.js';
import { crumbs } from './users.js';

/** @import { Catalog } from '@plinth/plugin' */
/** @import { Outcome, Request, Shown, Tried } from '../../types.d.ts' */

/** Profile fields of users, besides name and e-mail: an ordinary table with one row per person. */
export const screen = {
  path: '/users',
  title: 'admin.profileFields.title',
  first: true,
  routes: routed({
    'GET /profile-fields': shows(show),
    'POST /profile-fields': saves(addTable, none),
    'POST /:id/profile-fields': does(openRow),
  }),
};

const NONE = { read: 'none', create: 'none', update: 'none', delete: 'none' };
const PERSON = 'person';

/** @param {Catalog} catalog */
const profileTable = (catalog) => catalog.tables.find((table) => table.person) ?? null;

/** @param {Request} req @param {Tried} tried @returns {Shown} */
function show(req, tried) {
  const table = profileTable(req.ctx.catalog);
  return table ? tableUrl(table.name, 'fields') : none(req, tried);
}

/** @param {Request} req @returns {Outcome} */
function addTable({ ctx: { t, catalog } }) {
  const name = freeName('profiles', (/** @type {string} */ taken) => catalog.hasTable(taken));
  return { edit: 'add-table', input: tableFor(t, name), next: tableUrl(name, 'fields') };
}

/** The row of one person; it is created when it is first needed. @param {Request} req @returns {Promise<string>} */
async function openRow({ ctx: { app, actor, catalog }, params }) {
  const table = profileTable(catalog);
  if (!table?.person) return '/admin/users/profile-fields';
  const { id: person } = await app.data.people.users.get(actor, params.id);
  const where = { field: table.person, op: /** @type {const} */ ('eq'), value: person };
  const [{ rows }] = await app.data.select(actor, [
    { spec: { table: table.name, select: [], where, limit: 1 }, params: {} },
  ]);
  const { id } = rows[0] ?? (await app.data.rows.insert(actor, table.name, { [table.person]: person }));
  return tableUrl(table.name, 'data', String(id));
}

/**
 * People see and change their own row until the rights of the table say otherwise.
 *
 * @param {Request['ctx']['t']} t @param {string} name
 */
function tableFor(t, name) {
  const label = t('admin.profileFields.person');
  const person = { name: PERSON, label, type: 'one_to_one', required: true, attributes: { table: 'users' } };
  const access = { user: { ...NONE, read: 'own', create: { rule: `row.${PERSON} == user.id` }, update: 'own' } };
  return {
    name,
    label: t('admin.profileFields.table'),
    icon: 'user-edit',
    fields: [person],
    display: PERSON,
    owner: PERSON,
    person: PERSON,
    access,
  };
}

/** @param {Request} req @param {Tried} tried @returns {import('../../frame/page.js').AdminPage} */
function none(req, { errors }) {
  const { t, icon } = partsFor(req);
  return {
    title: t('admin.profileFields.title'),
    crumbs: crumbs(req),
    errors,
    body: html`${ALERT}<div class="card"><div class="empty"><div class="empty-icon">${icon('user-edit')}</div>
      <p class="empty-title">${t('admin.profileFields.none')}</p><p class="empty-subtitle text-secondary">${t('admin.profileFields.help')}</p>
      ${openForm({ class: 'empty-action', action: '/admin/users/profile-fields' })}
        <button class="btn btn-primary">${icon('plus')} ${t('admin.profileFields.make')}</button></form></div></div>`,
  };
}
