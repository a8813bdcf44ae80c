import { AppError, errorText, say } from '@plinth/plugin';
import { requireRecentLogin } from '../../../auth/recent-login.js';
import { createRouter } from '../../../http/router.js';
import { adminPage } from '../../page.js';
import { formErrors, noErrors, wrongFields } from '../../run-edit.js';
import { checked, readSettings, settingsControls } from '../../settings.js';

/** @import { App, Form, Handler, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { Translate } from '@plinth/plugin' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = {
  path: '/plugins',
  title: 'admin.nav.plugins',
  nav: { section: 'site', icon: 'plug', order: 20 },
  routes,
};

/** Plugins: what there is, on or off, settings, and new ones. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  const recent = requireRecentLogin();
  router.get('/', (req, res) => showList(app, req, res, '', noErrors()));
  router.post('/install', recent, async (req, res) => {
    const form = await req.form();
    const upload = form.file('tarball');
    const source = upload?.size ? upload.path : (form.get('source') ?? '').trim();
    if (!source)
      return showList(app, req, res, '', {
        ...noErrors(),
        status: 422,
        message: req.ctx.t('admin.plugins.sourceMissing'),
      });
    try {
      const { name, version } = await app.plugins.install(req.ctx.author, source);
      res.flash(req.ctx.t('admin.plugins.installed', { name, version }));
      return res.redirect('/admin/plugins');
    } catch (error) {
      return showList(app, req, res, form.get('source') ?? '', pluginErrors(error, req.ctx.t));
    }
  });
  router.post(
    '/:name/enabled',
    recent,
    command(app, (req, form) =>
      app.plugins.setEnabled(req.ctx.author, req.params.name, form.get('enabled') === 'true'),
    ),
  );
  router.post(
    '/:name/remove',
    recent,
    command(app, (req) => app.plugins.remove(req.ctx.author, req.params.name)),
  );
  router.get('/:name', (req, res) => showOne(app, req, res, null, noErrors()));
  router.post('/:name', recent, async (req, res) => {
    const form = await req.form();
    const { settings } = pluginOf(app, req.params.name);
    const raw = readSettings(app, req, settings, form);
    const { values, errors } = checked(settings, raw, req.ctx.t);
    if (Object.keys(errors).length) return showOne(app, req, res, raw, wrongFields(errors));
    try {
      const kept = req.ctx.catalog.plugins.find((one) => one.name === req.params.name)?.config ?? {};
      await app.plugins.configure(req.ctx.author, req.params.name, { ...secretsOf(settings, kept), ...values });
    } catch (error) {
      return showOne(app, req, res, raw, formErrors(error, req.ctx.t));
    }
    res.flash(req.ctx.t('admin.saved'));
    return res.redirect('/admin/plugins');
  });
  return router;
}

/** A source that can't be fetched is the form's matter, whatever its status. @param {unknown} error @param {Translate} t @returns {FormErrors} */
function pluginErrors(error, t) {
  const isPlugin = error instanceof AppError && error.code.startsWith('PLUGIN');
  return isPlugin ? { ...errorText(error, t), status: 422, code: error.code } : formErrors(error, t);
}

/** What was typed once and is never shown again stays when the form leaves it empty. @param {readonly any[]} schema @param {Record<string, any>} kept */
const secretsOf = (schema, kept) =>
  Object.fromEntries(schema.filter((one) => one.secret && kept[one.name]).map((one) => [one.name, kept[one.name]]));

/** @param {App} app @param {(req: Request, form: Form) => Promise<unknown>} work @returns {Handler} */
function command(app, work) {
  return async (req, res) => {
    try {
      await work(req, await req.form());
    } catch (error) {
      return showList(app, req, res, '', pluginErrors(error, req.ctx.t));
    }
    return res.redirect('/admin/plugins');
  };
}

/** @param {App} app @param {string} name */
const pluginOf = (app, name) =>
  app.plugins.list().find((/** @type {any} */ one) => one.name === name) ?? {
    settings: [],
    name,
    label: name,
    description: '',
    icon: 'puzzle',
  };

/** @param {NonNullable<import('../../../plugins/load-plugins.js').PluginRecord['error']>} error @param {Translate} t */
function whyNot({ message, hint, phrases }, t) {
  const said = phrases ? [say(phrases.message, t), phrases.hint && say(phrases.hint, t)] : [message, hint];
  return said.filter(Boolean).join('. ');
}

/** @param {App} app @param {Request} req @param {Response} res @param {string} typed @param {FormErrors} errors */
function showList(app, req, res, typed, errors) {
  const { t } = req.ctx;
  return adminPage(app, req, res, {
    title: t('admin.nav.plugins'),
    lead: t('admin.plugins.lead'),
    template: 'site/plugins',
    errors,
    model: {
      typed,
      safeMode: app.plugins.safeMode,
      plugins: app.plugins.list().map((/** @type {any} */ one) => ({
        ...one,
        label: t(one.label),
        description: t(one.description),
        error: one.error && whyNot(one.error, t),
      })),
    },
  });
}

/** @param {App} app @param {Request} req @param {Response} res @param {Record<string, any> | null} typed @param {FormErrors} errors */
function showOne(app, req, res, typed, errors) {
  const { t, catalog } = req.ctx;
  const plugin = pluginOf(app, req.params.name);
  const kept = catalog.plugins.find((one) => one.name === plugin.name)?.config ?? {};
  const shown = Object.fromEntries(
    plugin.settings
      .filter((/** @type {any} */ one) => !one.secret)
      .map((/** @type {any} */ { name, default: usual }) => [name, kept[name] ?? usual]),
  );
  return adminPage(app, req, res, {
    title: t(plugin.label),
    lead: plugin.description ? t(plugin.description) : '',
    icon: plugin.icon ?? 'puzzle',
    crumbs: [{ label: t('admin.nav.plugins'), url: '/admin/plugins' }],
    template: 'people/form',
    errors,
    model: {
      action: `/admin/plugins/${plugin.name}`,
      submit: t('admin.save'),
      controls: [settingsControls(app, req, plugin.settings, typed ?? shown, { errors: errors.fields })],
    },
  });
}
