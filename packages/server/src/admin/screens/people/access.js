import { createRouter } from '../../../http/router.js';
import { openingMatrix, rolesShown, tableMatrix } from '../../access/matrix.js';
import { control, formAlert } from '../../controls.js';
import { adminPage } from '../../page.js';
import { formErrors, noErrors } from '../../run-edit.js';

/** @import { App, Request, Response, Routes } from '../../../types.d.ts' */

export const screen = { path: '/access', title: 'admin.nav.access', routes };

const OPERATIONS = /** @type {const} */ (['read', 'update', 'delete']);
const MOST_USERS = 200;

/** Who may do what, at a glance, and why somebody may or may not. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  router.get('/', (req, res) => show(app, req, res));
  return router;
}

/** @param {App} app @param {Request} req @param {Response} res */
async function show(app, req, res) {
  const { t, catalog, actor } = req.ctx;
  const asked = { table: textOf(req, 'table'), id: textOf(req, 'id'), user: textOf(req, 'user') };
  const { users } = await app.data.people.users.list(actor, { limit: MOST_USERS });
  const people = [
    ...users.map((/** @type {any} */ { id, name, email }) => ({ value: id, label: name || email })),
    { value: '', label: t('admin.access.visitor') },
  ];
  const { answers, errors } = await explain(app, req, asked);
  const tables = catalog.tables.filter(({ system }) => !system);
  return adminPage(app, req, res, {
    title: t('admin.nav.access'),
    lead: t('admin.access.lead'),
    icon: 'lock',
    template: 'people/access',
    wide: true,
    status: errors.status,
    model: {
      alert: formAlert(errors),
      roles: rolesShown(catalog),
      tables: tableMatrix(catalog),
      opening: openingMatrix(catalog).slice(0, 500),
      answers,
      controls: [
        control({
          name: 'user',
          label: t('admin.access.why.user'),
          type: 'select',
          options: people,
          value: asked.user,
        }),
        control({
          ...{ name: 'table', label: t('admin.access.why.table'), type: 'select', value: asked.table },
          options: tables.map(({ name, label }) => ({ value: name, label })),
        }),
        control({ name: 'id', label: t('admin.access.why.row'), value: asked.id, required: true }),
      ],
      who: control({
        ...{ name: 'who', label: t('admin.viewAs.title'), type: 'select', bare: true },
        options: [
          ...rolesShown(catalog).map(({ name, label }) => ({ value: `role:${name}`, label: t(label) })),
          ...people.filter(({ value }) => value).map(({ value, label }) => ({ value: `user:${value}`, label })),
        ],
      }),
      roleLabel: (/** @type {string} */ name) => t(catalog.roles.find((role) => role.name === name)?.label ?? name),
    },
  });
}

/** @param {Request} req @param {string} name */
const textOf = ({ query }, name) => query.get(name) ?? '';

/** @param {App} app @param {Request} req @param {{ table: string, id: string, user: string }} asked */
async function explain(app, req, { table, id, user }) {
  const nothing = { answers: [], errors: noErrors() };
  if (!table || !id) return nothing;
  try {
    const question = { table, id, user: user || null };
    // Of a row that is not there nothing can be said.
    await app.data.rows.get(req.ctx.actor, table, id, { fields: [] });
    const answers = await Promise.all(
      OPERATIONS.map((operation) => app.data.access.explain(req.ctx.actor, { ...question, operation })),
    );
    return { answers, errors: noErrors() };
  } catch (error) {
    return { ...nothing, errors: formErrors(error, req.ctx.t) };
  }
}
