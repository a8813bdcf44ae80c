import { AppError, errorText, html, importsIn } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { buttons, column, listScreen, noErrors, revisionId, routed, tries, withDone } from '../../frame/index.js';
import { listTabs } from './tabs.js';

/** @import { AppFunction, Values } from '@plinth/plugin' */
/** @import { Outcome, Request } from '../../types.d.ts' */

const HERE = '/admin/functions/~packages';

const TYPED = { max: 100, attrs: { spellcheck: 'false', autocapitalize: 'off' } };

const LIST = listScreen({
  at: '/~packages',
  title: 'admin.nav.functions',
  caption: 'admin.functions.packages',
  lead: 'admin.functions.packagesLead',
  icon: 'box',
  empty: 'admin.functions.noPackages',
  emptyHelp: ({ ctx: { t } }) =>
    html`${t('admin.functions.noPackagesHelp')} <code>import dayjs from 'npm/dayjs'</code>`,
  tabs: (req) => listTabs(req, 'packages'),
  of: ({ ctx: { catalog } }) => catalog.functions.filter((fn) => fn.package),
  columns: (req, { t, bin }) => [
    column('admin.functions.package', ({ label }) => label),
    column('admin.functions.version', (fn) => fn.package?.version),
    column('admin.functions.import', (fn) => html`<code>import … from 'npm/${fn.label}'</code>`),
    column('admin.functions.size', ({ code }) =>
      t('admin.functions.kilobytes', { size: req.ctx.formats.number(Math.ceil(code.length / 1000)) }),
    ),
    column('admin.functions.usedBy', (fn) => usersOf(req, fn)),
    buttons(({ name, label }) => bin(`${HERE}/${name}/delete`, label)),
  ],
  add: {
    url: HERE,
    heading: 'admin.functions.addPackage',
    label: 'admin.functions.addPackage',
    schema: [
      text('name', 'admin.functions.package', { ...TYPED, help: 'admin.functions.packageHelp', required: true }),
      text('version', 'admin.functions.version', { ...TYPED, help: 'admin.functions.versionHelp' }),
    ],
    save: add,
  },
});

/** npm packages that functions import. */
export const screen = {
  path: '/functions',
  title: 'admin.functions.packages',
  first: true,
  routes: routed({
    ...LIST,
    'POST /~packages/:function/delete': tries(remove, () => HERE),
  }),
};

/** @param {Request} req @param {Values} values @returns {Promise<Outcome>} */
async function add(req, { name, version = '' }) {
  const { app, author, t } = req.ctx;
  try {
    const added = await app.packages.add(author, name.trim(), version.trim());
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

/** The functions that import it. @param {Request} req @param {AppFunction} fn */
function usersOf({ ctx: { catalog } }, { name }) {
  const users = catalog.functions.filter(({ code }) => importsIn(code).includes(name));
  return users.map(
    (one, i) => html`${i > 0 && ', '}<a href="/admin/functions/${one.name}">${one.label || one.name}</a>`,
  );
}
