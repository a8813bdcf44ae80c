import { readFile } from 'node:fs/promises';
import { AppError, say } from '@plinth/plugin';
import { requireRecentLogin } from '../../../auth/recent-login.js';
import { createRouter } from '../../../http/router.js';
import { keptUploads } from '../../kept-uploads.js';
import { adminPage } from '../../page.js';
import { formErrors, noErrors, refusal } from '../../run-edit.js';
import { withDone } from '../../toast.js';
import { prefixControl } from './apps.js';

/** @import { App, Form, Request, Response, Routes } from '../../../types.d.ts' */
/** @import { FormErrors } from '../../run-edit.js' */

export const screen = { path: '/apps', title: 'admin.apps.install', first: true, routes };

/** Installs an app from the gallery or a file: what is in the way is shown first, with a prefix that helps. @param {App} app @returns {Routes} */
function routes(app) {
  const router = createRouter();
  const uploads = keptUploads(app.config, 'apps');
  // A file brings whatever its maker wanted: tables, rights, pages.
  router.use('/import', requireRecentLogin());
  router.get('/import', (req, res) => showImport(app, req, res, noErrors()));
  router.post('/import', async (req, res) => {
    const form = await req.form();
    const file = form.file('file');
    if (!file?.size) return showImport(app, req, res, refusal(req.ctx.t('admin.apps.fileMissing')));
    try {
      app.data.apps.check(parsed(await readFile(file.path, 'utf8')), {});
    } catch (error) {
      return showImport(app, req, res, formErrors(error, req.ctx.t));
    }
    return res.redirect(`/admin/apps/import/${await uploads.keep(file)}`);
  });
  const fromGallery = (/** @type {Request} */ req) =>
    app.registry.all('starterApp').find((one) => one.app.name === req.params.name);
  const fromFile = async (/** @type {Request} */ req) => {
    let text = '';
    for await (const chunk of (await uploads.open(req.params.id)).setEncoding('utf8')) text += chunk;
    return parsed(text);
  };
  for (const [path, read] of /** @type {[string, (req: Request) => any][]} */ ([
    ['/install/:name', fromGallery],
    ['/import/:id', fromFile],
  ])) {
    router.get(path, async (req, res) => showInstall(app, req, res, await read(req), null, noErrors()));
    router.post(path, async (req, res) => {
      const form = await req.form();
      const document = await read(req);
      if (!document) return res.redirect('/admin/apps');
      try {
        const options = { prefix: form.get('prefix') || undefined, rows: form.has('rows') };
        const { revision } = await app.data.apps.install(req.ctx.author, document, options);
        if (req.params.id) await uploads.drop(req.params.id);
        return res.redirect(withDone('/admin/apps', revision));
      } catch (error) {
        return showInstall(app, req, res, document, form, formErrors(error, req.ctx.t));
      }
    });
  }
  return router;
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('APP_FILE_INVALID', 'This is not an app file: it is not valid JSON', {
      status: 422,
      hint: 'Choose a file that was created with an app\'s "Export"',
      cause: error,
    });
  }
}

/** @param {App} app @param {Request} req @param {Response} res @param {FormErrors} errors */
function showImport(app, req, res, errors) {
  const { t } = req.ctx;
  return adminPage(app, req, res, {
    title: t('admin.apps.import'),
    crumbs: [{ label: t('admin.nav.apps'), url: '/admin/apps' }],
    template: 'site/import-app',
    errors,
  });
}

/** @param {App} app @param {Request} req @param {Response} res @param {any} document @param {Form | null} form @param {FormErrors} errors */
function showInstall(app, req, res, document, form, errors) {
  const { t } = req.ctx;
  if (!document) return res.redirect('/admin/apps');
  const prefix = form?.get('prefix') ?? '';
  /** @type {any} */
  let found = { clashes: [], problems: [], prefix: '' };
  try {
    const plain = app.data.apps.check(document, {});
    const needed = prefix || (plain.clashes.length ? plain.prefix : '');
    found = {
      ...app.data.apps.check(document, needed ? { prefix: needed } : {}),
      plain: plain.clashes,
      prefix: needed,
    };
  } catch (error) {
    errors = formErrors(error, req.ctx.t);
  }
  return adminPage(app, req, res, {
    title: t('admin.apps.installNamed', { name: t(document.app?.label ?? '') }),
    lead: t(document.app?.description ?? ''),
    icon: document.app?.icon ?? 'apps',
    crumbs: [{ label: t('admin.nav.apps'), url: '/admin/apps' }],
    template: 'site/install-app',
    errors,
    model: {
      clashes: found.plain ?? [],
      problems: found.problems
        .slice(0, 20)
        .map((/** @type {any} */ { where, message }) => ({ where: say(where, t), message: say(message, t) })),
      folded: !found.plain?.length && !prefix && !errors.fields.prefix,
      prefix: prefixControl(req, found.prefix ?? '', errors.fields.prefix),
      action: req.originalUrl,
    },
  });
}
