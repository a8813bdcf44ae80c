import { createReadStream } from 'node:fs';
import { html, say } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { requireRecentLogin } from '@plinth/server/auth';
import { formControls, formErrors, partsFor, refusal, routed, saves, shows, withDone } from '../../frame/index.js';
import { pendingUploads } from '../../importing/pending-uploads.js';
import { requireReview } from '@plinth/data';
import { chosenParts, ownParts, partBoxes } from './app-parts.js';
import { chosenReach, reachBoxes, rightsList } from './app-rights.js';
import { appTexts } from './app-texts.js';
import { crumbs } from './apps.js';
import { wordOf } from '../../objects/kind-words.js';

/** @import { AdminPage, Form, Handler, Outcome, Request, Shown, Tried } from '../../types.d.ts' */

// A file may contain anything: tables, rights, pages.
const recent = requireRecentLogin();

const PREFIX = [text('prefix', 'admin.apps.prefix', { help: 'admin.apps.prefixHelp', max: 20 })];

/** Installs an app from the gallery or a file: conflicts are shown first, with a prefix that avoids them. */
export const screen = {
  path: '/apps',
  title: 'admin.apps.install',
  first: true,
  routes: routed({
    'GET /import': [recent, shows(showImport)],
    'POST /import': [recent, saves(upload, showImport)],
    ...installation('/install/:name', fromGallery),
    ...installation('/import/:id', fromFile, recent),
  }),
};

/** @typedef {(req: Request) => unknown} ReadDocument */

/** @param {string} path @param {ReadDocument} read the app @param {Handler[]} first @returns {Record<string, Handler[]>} routes */
function installation(path, read, ...first) {
  const show = async (/** @type {Request} */ req, /** @type {Tried} */ tried) =>
    showInstall(req, await read(req), tried);
  const save = async (/** @type {Request} */ req, /** @type {Form} */ form) => install(req, await read(req), form);
  return { [`GET ${path}`]: [...first, shows(show)], [`POST ${path}`]: [...first, saves(save, show)] };
}

/** @param {Request} req */
const uploadsOf = (req) => pendingUploads(req.ctx.app.config, 'apps');

/** @type {ReadDocument} */
function fromGallery({ ctx: { app }, params }) {
  return app.registry.all('starterApp').find((one) => one.app.name === params.name);
}

/** @type {ReadDocument} */
async function fromFile(req) {
  return req.ctx.app.data.apps.read(await uploadsOf(req).open(req.params.id));
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function upload(req, form) {
  const file = form.file('file');
  if (!file?.size) return { errors: refusal(req.ctx.t('admin.apps.fileMissing')) };
  const { apps } = req.ctx.app.data;
  apps.check(await apps.read(createReadStream(file.path)), {});
  return `/admin/apps/import/${await uploadsOf(req).keep(file)}`;
}

/** @param {Request} req @param {unknown} document @param {Form} form @returns {Promise<string>} */
async function install(req, document, form) {
  if (!document) return '/admin/apps';
  const { app, author } = req.ctx;
  const check = app.data.apps.check(document, {});
  // A file may be anybody's; what comes with Plinth is looked at only by those who want to.
  if (req.params.id) requireReview(check, form.get('reviewed'));
  const parts = chosenParts(form, check.offers);
  const options = { prefix: form.get('prefix') || undefined, rows: form.has('rows'), parts, reach: chosenReach(form) };
  const { revision } = await app.data.apps.install(author, document, options);
  if (req.params.id) await uploadsOf(req).drop(req.params.id);
  return withDone('/admin/apps', revision);
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function showImport(req, { errors }) {
  const { t } = req.ctx;
  return {
    title: t('admin.apps.import'),
    crumbs: crumbs(req),
    errors,
    body: partsFor(req).form({
      action: '/admin/apps/import',
      submit: t('admin.apps.look'),
      upload: true,
      controls: html`<div class="mb-3"><label class="form-label" for="f-file">${t('admin.apps.file')}</label>
        <input class="form-control" id="f-file" type="file" name="file" accept=".json,application/json" required></div>`,
    }),
  };
}

/**
 * An app's conflicts, with the suggested or submitted prefix.
 *
 * @param {Request} req @param {unknown} document @param {string} prefix
 */
function obstacles({ ctx: { app } }, document, prefix) {
  const plain = app.data.apps.check(document, {});
  const needed = prefix || (plain.clashes.length ? plain.prefix : '');
  const found = app.data.apps.check(document, needed ? { prefix: needed } : {});
  const { rights, reviewed } = plain;
  return {
    clashes: plain.clashes,
    problems: found.problems.slice(0, 20),
    needed,
    offers: found.offers,
    rights,
    reviewed,
  };
}

/** @param {Request} req @param {any} document @param {Tried} tried @returns {Shown} */
function showInstall(req, document, { form, errors }) {
  const { t } = req.ctx;
  if (!document) return '/admin/apps';
  const prefix = form?.get('prefix') ?? '';
  /** @type {{ clashes: unknown[], problems: unknown[], needed: string, offers: import('./app-parts.js').Offers,
   *   rights: import('./app-rights.js').AppRights, reviewed: string }} */
  let found = { clashes: [], problems: [], needed: '', offers: [], rights: [], reviewed: '' };
  try {
    found = obstacles(req, document, prefix);
  } catch (error) {
    errors = formErrors(error, t);
  }
  const field = formControls(req, { form: null, errors }, PREFIX, { prefix: found.needed });
  const isFolded = found.clashes.length === 0 && !prefix && !errors.fields.prefix;
  const { label, description } = appTexts(req, document);
  return {
    title: t('admin.apps.installNamed', { name: label }),
    crumbs: crumbs(req),
    errors,
    lead: description,
    icon: document.app?.icon ?? 'apps',
    body: partsFor(req).form({
      action: req.originalUrl,
      submit: t('admin.apps.install'),
      cancel: '/admin/apps',
      controls: html`${warnings(req, found)}${ownParts(req, document)}${rightsList(req, found)}${reachBoxes(req, { rights: found.rights, form })}${partBoxes(req, { document, offers: found.offers, form })}${
        isFolded
          ? html`<details class="adm-more"><summary>${t('admin.apps.prefixMore')}</summary>${field}</details>`
          : field
      }${withRows(req)}`,
    }),
  };
}

/** Whether an app has sample rows. @param {Request} req @param {string} [id] */
export const withRows = ({ ctx: { t } }, id = 'f-rows') => html`<div class="form-check mb-3">
  <input class="form-check-input" type="checkbox" id="${id}" name="rows" value="1" checked>
  <label class="form-check-label" for="${id}">${t('admin.apps.withRows')}</label></div>`;

/** @param {Request} req @param {{ clashes: any[], problems: any[] }} found */
function warnings({ ctx: { t, app } }, { clashes, problems }) {
  const wrong = problems.map(
    ({ where, message }) => html`<li>${say(message, t)} <span class="text-secondary">${say(where, t)}</span></li>`,
  );
  const taken = clashes
    .slice(0, 30)
    .map(({ kind, name }) => html`<li>${wordOf(kind, { t, registry: app.registry })} <code>${name}</code></li>`);
  return html`${
    wrong.length > 0 &&
    html`<div class="alert alert-warning"><div><strong>${t('admin.apps.problems')}</strong><ul class="mb-0">${wrong}</ul></div></div>`
  }${
    taken.length > 0 &&
    html`<div class="alert alert-info"><div><strong>${t('admin.apps.clashes')}</strong><ul>${taken}</ul>
      <p class="mb-0">${t('admin.apps.clashesHelp')}</p></div></div>`
  }`;
}
