/** @import { Values } from '@plinth/plugin' */
import { levelKey } from '../../access/access-form.js';
import { explain, readAsked } from '../../access/explain.js';
import { findPeople, personLabel, personSelect } from '../../access/person-select.js';
import { visitor } from '../../access/rule-cards.js';
import { folderMatrix, openingMatrix, tableMatrix } from '../../access/matrix.js';
import { html, limitedRoles } from '@plinth/plugin';
import { select, text } from '@plinth/plugin/settings';
import { formErrors, noErrors, routed, settingsControls, shows, task, tasks } from '../../frame/index.js';

/** @import { AdminPage, App, Handler, Request } from '../../types.d.ts' */
/** @import { Asked } from '../../access/explain.js' */

/** Who may do what at a glance, and why somebody may or may not. */
export const screen = {
  path: '/access',
  title: 'admin.nav.access',
  help: 'guide/rights-and-history#explaining-access',
  finds: tasks(task('access', '/admin/access')),
  nav: { section: 'people', icon: 'lock', order: 40 },
  routes: routed({ 'GET /': shows(show), 'GET /people': listPeople }),
};

const MOST_OPENED = 500;

/** @type {Handler} */
async function listPeople(req, res) {
  const { app } = req.ctx;
  const search = req.query.get('q') ?? '';
  // Who a rule can be tried as: visitors, and people by id only.
  if (req.query.get('for') === 'sample') return res.json([...(await findPeople(app, req, search)), visitor(req)]);
  const words = search.trim().toLowerCase();
  const roles = rolesAsked(req).filter(({ label }) => label.toLowerCase().includes(words));
  return res.json([...(await peopleAsked(app, req, search)), ...roles]);
}

/** @param {Request} req @returns {Promise<AdminPage>} */
async function show(req) {
  const { app, t, catalog, actor } = req.ctx;
  const find = req.query.get('find')?.trim() ?? '';
  const people = await peopleAsked(app, req, find);
  // Without JavaScript, a typed name means the first person found.
  const asked = { ...readAsked(req), ...(find && people[0] && { who: people[0].value }) };
  const { answer, errors } = await answerOf(app, req, asked);
  const folders = await app.data.files.sharedFolders(actor);
  return {
    title: t('admin.nav.access'),
    lead: t('admin.access.lead'),
    icon: 'lock',
    wide: true,
    template: 'people/access',
    scripts: ['core-views/js/fields/combobox.js'],
    errors,
    model: {
      answer,
      roles: limitedRoles(catalog),
      levelKey,
      tables: tableMatrix(catalog),
      opening: [...openingMatrix(catalog), ...folderMatrix(catalog, folders)].slice(0, MOST_OPENED),
      who: await whoControl(app, req, asked, { people, find }),
      about: settingsControls(req, aboutSchema(req), asked.what ? asked : {}),
    },
  };
}

/** @param {App} app @param {Request} req @param {Asked} asked */
async function answerOf(app, req, asked) {
  try {
    return { answer: await explain(app, req, asked), errors: noErrors() };
  } catch (error) {
    return { answer: null, errors: formErrors(error, req.ctx.t) };
  }
}

/** @param {App} app @param {Request} req @param {string} search */
const peopleAsked = (app, req, search) => findPeople(app, req, search, (id) => `user:${id}`);

/** Anybody with a role. @param {Request} req */
const rolesAsked = ({ ctx: { t, catalog } }) =>
  catalog.roles.map(({ name, label }) => ({
    value: `role:${name}`,
    label: name === 'public' ? t('admin.access.visitor') : t('admin.access.anybody', { role: t(label) }),
  }));

/**
 * People and roles; the chosen one is always among them. No setting looks for people while a name is typed.
 *
 * @param {App} app @param {Request} req @param {Asked} asked @param {{ people: { value: string, label: string }[],
 *   find: string }} listed
 */
async function whoControl(app, req, { who }, { people, find }) {
  const { t } = req.ctx;
  const chosen = who || 'role:public';
  const id = chosen.startsWith('user:') ? chosen.slice('user:'.length) : null;
  const isListed = people.some(({ value }) => value === chosen);
  const label = id && !isListed ? await personLabel(app, req, id) : null;
  return html`<div class="mb-3"><label class="form-label" for="f-who">${t('admin.access.why.user')}</label>${personSelect(
    req,
    {
      id: 'f-who',
      name: 'who',
      chosen,
      address: '/admin/access/people',
      find: 'find',
      found: find,
      groups: [
        { label: t('admin.nav.users'), choices: [...(label ? [{ value: chosen, label }] : []), ...people] },
        { label: t('admin.nav.roles'), choices: rolesAsked(req) },
      ],
    },
  )}</div>`;
}

/** Tables, views, pages, files, and which row. @param {Request} req */
function aboutSchema({ ctx: { t, catalog } }) {
  const choices = (/** @type {string} */ kind, /** @type {readonly Values[]} */ list) =>
    list.map(({ name, label, title }) => ({
      value: `${kind}:${name}`,
      label: label ?? title,
      group: t(`admin.nav.${kind}s`),
    }));
  const tables = catalog.tables.filter(({ system }) => !system);
  const file = { value: 'file', label: 'admin.access.why.file', group: t('admin.nav.files') };
  const all = [...choices('table', tables), ...choices('view', catalog.views), ...choices('page', catalog.pages), file];
  return [
    select('what', 'admin.access.why.what', all, { default: all[0].value }),
    text('id', 'admin.access.why.row', { help: 'admin.access.why.rowHelp', attrs: { spellcheck: 'false' } }),
  ];
}
