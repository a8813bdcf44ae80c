import { AppError, errorText, html, say } from '@plinth/plugin';
import { requireRecentLogin } from '@plinth/server/auth';
import {
  ALERT,
  formErrors,
  listScreen,
  partsFor,
  readChecked,
  refusal,
  routed,
  saves,
  shows,
} from '../../frame/index.js';

/** @import { Translate } from '@plinth/plugin' */
/** @import { AdminPage, Form, FormErrors, Outcome, Request, Save, Tried } from '../../types.d.ts' */

const recent = requireRecentLogin();

const LIST = listScreen({
  title: 'admin.nav.plugins',
  lead: 'admin.plugins.lead',
  icon: 'plug',
  empty: 'admin.nothingFound',
  of: ({ ctx: { app } }) => app.plugins.list(),
  list: (req, plugins) =>
    html`${ALERT}${partsFor(req).list(
      plugins.map((one) => lineOf(req, one)),
      'mb-4',
    )}`,
  above: ({ ctx: { app, t } }) =>
    app.plugins.safeMode && html`<div class="alert alert-warning">${t('admin.plugins.safeMode')}</div>`,
  below: installForm,
  guards: [recent],
  posts: {
    '/install': changes(install),
    '/:name/enabled': changes(async ({ ctx: { app, author }, params }, form) => {
      await app.plugins.setEnabled(author, params.name, form.get('enabled') === 'true');
      return '/admin/plugins';
    }),
    '/:name/remove': changes(async ({ ctx: { app, author }, params }) => {
      await app.plugins.remove(author, params.name);
      return '/admin/plugins';
    }),
  },
});

/** @param {Request} req @param {Tried} tried */
function installForm(req, { typed }) {
  const { t, form } = partsFor(req);
  return form({
    action: '/admin/plugins/install',
    submit: t('admin.plugins.install'),
    heading: t('admin.plugins.install'),
    upload: true,
    alert: false,
    controls: html`<p class="text-secondary">${t('admin.plugins.installHelp')}</p>
      <div class="mb-3"><label class="form-label" for="f-source">${t('admin.plugins.source')}</label>
        <input class="form-control" id="f-source" name="source" value="${typed?.get('source') ?? ''}" placeholder="plinth-plugin-example@1.0.0" autocomplete="off"></div>
      <div class="mb-3"><label class="form-label" for="f-tarball">${t('admin.plugins.tarball')}</label>
        <input class="form-control" id="f-tarball" type="file" name="tarball" accept=".tgz,.tar.gz"></div>`,
  });
}

/** Plugins: list, enable or disable, settings, and installing new ones. */
export const screen = {
  path: '/plugins',
  title: 'admin.nav.plugins',
  help: 'plugins/README',
  nav: { section: 'site', icon: 'plug', order: 20 },
  routes: routed({
    ...LIST,
    'GET /:name': shows(showOne),
    'POST /:name': [recent, saves(configure, showOne)],
  }),
};

/** Changes the list, and shows an error above it if that is not possible. @param {Save} work @returns {Save} */
function changes(work) {
  return async (req, form, res) => {
    try {
      return await work(req, form, res);
    } catch (error) {
      return { errors: pluginErrors(error, req.ctx.t) };
    }
  };
}

/**
 * A source that can't be downloaded is an error of the form, whatever its status.
 *
 * @param {unknown} error @param {Translate} t
 * @returns {FormErrors}
 */
function pluginErrors(error, t) {
  const isPlugin = error instanceof AppError && error.code.startsWith('PLUGIN');
  return isPlugin ? { ...errorText(error, t), status: 422, code: error.code } : formErrors(error, t);
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function install({ ctx: { app, author, t } }, form) {
  const upload = form.file('tarball');
  const source = upload?.size ? upload.path : (form.get('source') ?? '').trim();
  if (!source) return { errors: refusal(t('admin.plugins.sourceMissing')) };
  const { name, version } = await app.plugins.install(author, source);
  return { next: '/admin/plugins', said: t('admin.plugins.installed', { name, version }) };
}

/** The stored settings of a plugin. @param {Request} req @returns {Record<string, unknown>} */
const configOf = ({ ctx: { catalog }, params }) =>
  catalog.plugins.find(({ name }) => name === params.name)?.config ?? {};

/** @param {Request} req */
const pluginOf = ({ ctx: { app }, params: { name } }) =>
  app.plugins.list().find((one) => one.name === name) ?? {
    settings: [],
    name,
    label: name,
    description: '',
    icon: 'puzzle',
  };

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function configure(req, form) {
  const { app, author, t } = req.ctx;
  const { settings } = pluginOf(req);
  const { values, wrong } = readChecked(req, settings, form);
  if (wrong) return { errors: wrong };
  const kept = configOf(req);
  // Secrets are never shown again, so an empty field keeps the stored one.
  const secret = settings.filter((one) => one.secret && kept[one.name]);
  const secrets = Object.fromEntries(secret.map(({ name }) => [name, kept[name]]));
  await app.plugins.configure(author, req.params.name, { ...secrets, ...values });
  return { next: '/admin/plugins', said: t('admin.saved') };
}

/** @param {NonNullable<import('@plinth/server/types').PluginRecord['error']>} error @param {Translate} t */
function whyNot({ message, hint, phrases }, t) {
  const said = phrases ? [say(phrases.message, t), phrases.hint && say(phrases.hint, t)] : [message, hint];
  return said.filter(Boolean).join('. ');
}

/** @param {Request} req @param {any} plugin from the manager's list */
function lineOf(req, { name, icon: picture, version, status, error, integrity, settings, needed, source, ...texts }) {
  const { t, icon, badge, line, post, bin, hidden } = partsFor(req);
  const label = t(texts.label);
  const url = `/admin/plugins/${name}`;
  const colours = /** @type {Record<string, string>} */ ({ failed: 'bg-danger-lt', on: 'bg-success-lt' });
  const isOn = status !== 'off';
  const enable = post(
    `${url}/enabled`,
    html`${t(isOn ? 'admin.plugins.disable' : 'admin.plugins.enable')}${hidden(`: ${label}`)}`,
    { name: 'enabled', value: String(!isOn) },
  );
  const remove = bin(`${url}/remove`, label, {
    style: 'btn btn-sm btn-ghost-danger',
    confirm: t('admin.plugins.removeConfirm', { name: label }),
  });
  const change = html`<a class="btn btn-sm" href="${url}" aria-label="${t('admin.plugins.configureNamed', { name: label })}">${icon('settings')} ${t('admin.nav.settings')}</a>`;
  return line(html`<span class="adm-card-icon">${icon(picture)}</span><div class="flex-fill"><strong>${label}</strong>
    <code class="text-secondary">${name}${version && `@${version}`}</code> ${badge(t(`admin.plugins.${status}`), colours[status])}
    <div class="text-secondary small">${t(texts.description)}</div>
    ${error && html`<div class="text-danger small">${whyNot(error, t)}</div>`}
    ${integrity && html`<div class="text-secondary small text-truncate adm-integrity">${integrity}</div>`}</div>
    <div class="btn-list">${settings.length > 0 && change}${!needed && enable}${source === 'installed' && remove}</div>`);
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function showOne(req, tried) {
  const { t } = req.ctx;
  const plugin = pluginOf(req);
  const kept = configOf(req);
  const open = plugin.settings.filter((one) => !one.secret);
  const stored = Object.fromEntries(open.map(({ name, default: usual }) => [name, kept[name] ?? usual]));
  return {
    title: t(plugin.label),
    lead: plugin.description ? t(plugin.description) : '',
    icon: plugin.icon ?? 'puzzle',
    crumbs: [{ label: t('admin.nav.plugins'), url: '/admin/plugins' }],
    errors: tried.errors,
    body: partsFor(req).form({
      action: `/admin/plugins/${plugin.name}`,
      submit: t('admin.save'),
      schema: plugin.settings,
      values: stored,
      tried,
    }),
  };
}
