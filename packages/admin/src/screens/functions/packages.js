import { AppError, errorText, html, importsIn } from '@plinth/plugin';
import { inputs, noErrors, partsFor, revisionId, routed, saves, shows, tries, withDone } from '../../frame/index.js';
import { listTabs } from './tabs.js';

/** @import { AppFunction } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

const HERE = '/admin/functions/~packages';

/** npm packages that functions import. */
export const screen = {
  path: '/functions',
  title: 'admin.functions.packages',
  first: true,
  routes: routed({
    'GET /~packages': shows(show),
    'POST /~packages': saves(add, show),
    'POST /~packages/:function/delete': tries(remove, () => HERE),
  }),
};

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function add(req, form) {
  const { app, author, t } = req.ctx;
  const name = (form.get('name') ?? '').trim();
  try {
    const added = await app.packages.add(author, name, (form.get('version') ?? '').trim());
    return { next: HERE, said: t('admin.functions.packageAdded', added) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Also when npm or the registry is out of reach: what was typed stays.
    return { errors: { ...noErrors(), ...errorText(error, t), status: 422, code: error.code } };
  }
}

/** @param {Request} req @returns {Promise<Outcome>} */
async function remove(req) {
  const { app, author } = req.ctx;
  const removed = await app.data.edit(author, 'remove-function', { function: req.params.function });
  return withDone(HERE, revisionId(removed));
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function show(req, tried) {
  const { t, catalog } = req.ctx;
  const { empty } = partsFor(req);
  const packages = catalog.functions.filter((fn) => fn.package);
  const none = html`<div class="card mb-3">${empty('box', t('admin.functions.noPackages'), html`${t('admin.functions.noPackagesHelp')} <code>import dayjs from 'npm/dayjs'</code>`)}</div>`;
  return {
    title: t('admin.nav.functions'),
    lead: t('admin.functions.packagesLead'),
    tabs: listTabs(req, 'packages'),
    errors: tried.errors,
    body: html`${packages.length > 0 ? listOf(req, packages) : none}${addForm(req, tried)}`,
  };
}

/** @param {Request} req @param {AppFunction[]} packages */
function listOf(req, packages) {
  const { t, formats } = req.ctx;
  const { table, post, icon } = partsFor(req);
  return table(
    t('admin.functions.packages'),
    [
      { label: t('admin.functions.package'), cell: (/** @type {AppFunction} */ { label }) => label },
      { label: t('admin.functions.version'), cell: (fn) => fn.package?.version, folds: true },
      { label: t('admin.functions.import'), cell: (fn) => html`<code>import … from 'npm/${fn.label}'</code>` },
      {
        label: t('admin.functions.size'),
        cell: ({ code }) => t('admin.functions.kilobytes', { size: formats.number(Math.ceil(code.length / 1000)) }),
        folds: true,
      },
      { label: t('admin.functions.usedBy'), cell: (fn) => usersOf(req, fn), folds: true },
      {
        label: t('admin.delete'),
        hidden: true,
        cell: ({ name, label }) =>
          post(`${HERE}/${name}/delete`, icon('trash'), {
            style: 'btn btn-icon btn-ghost-danger',
            says: t('admin.deleteNamed', { name: label }),
          }),
      },
    ],
    packages,
  );
}

/** The functions that import it. @param {Request} req @param {AppFunction} fn */
function usersOf({ ctx: { catalog } }, { name }) {
  const users = catalog.functions.filter(({ code }) => importsIn(code).includes(name));
  return users.map(
    (one, i) => html`${i > 0 && ', '}<a href="/admin/functions/${one.name}">${one.label || one.name}</a>`,
  );
}

/** @param {Request} req @param {Tried} tried */
function addForm(req, tried) {
  const { t } = req.ctx;
  const attrs = { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off', maxlength: 100 };
  /** @type {any[]} */
  const wanted = [
    { name: 'name', label: 'admin.functions.package', help: 'admin.functions.packageHelp', required: true, attrs },
    { name: 'version', label: 'admin.functions.version', help: 'admin.functions.versionHelp', attrs },
  ];
  return partsFor(req).form({
    action: HERE,
    submit: t('admin.functions.addPackage'),
    heading: t('admin.functions.addPackage'),
    controls: inputs(req, tried, wanted),
  });
}
