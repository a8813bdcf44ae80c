import { fileURLToPath } from 'node:url';
import { html, raw } from '@plinth/plugin';
import { direction } from '@plinth/views';
import { plainHttpHost } from '@plinth/server/http';
import { ALERT, withAlert } from './form-alert.js';
import { explained } from './form-errors.js';
import { partsFor } from './parts.js';
import { helpUrl } from '../help/guide.js';
import { navigation } from './navigation.js';
import { roleLabel } from './role-labels.js';
import { toastFor } from './toast.js';

/** @import { Html } from '@plinth/plugin' */
/** @import { Request, Response } from '@plinth/server/types' */
/** @import { FormErrors } from './form-errors.js' */

/**
 * @typedef {object} AdminPage
 * @property {string} title
 * @property {Html} [body] the content, or the `template` that renders it
 * @property {string} [template] below templates/, without .ejs
 * @property {Record<string, unknown>} [model]
 * @property {{ label: string, url: string }[]} [crumbs] outermost first, without the page itself
 * @property {{ label: string, url: string, active: boolean, icon?: string, count?: number }[]} [tabs]
 * @property {Html | null} [actions] beside the heading
 * @property {string | null} [icon] beside the heading
 * @property {string} [lead] one line below the heading
 * @property {readonly string[]} [scripts] browser modules: one of ours (grid) or an asset's path (owner/x.js)
 * @property {readonly string[]} [styles] asset paths of style sheets
 * @property {FormErrors} [errors] errors of a form on it: its alert, its status
 * @property {boolean} [oneField] the form has one field: a message beside it needs no alert
 * @property {number} [status]
 * @property {string} [frame] the template around it, default the admin's frame
 * @property {string} [help] where the documentation tells of it, if not where it tells of its screen
 * @property {boolean} [wide] uses the whole width (grids, editors)
 */

/** Browser modules of each screen: settings, and with them expressions, may be anywhere. */
const EVERYWHERE = [
  'core-views/js/everywhere.js',
  'core-views/js/deleting.js',
  'core-views/js/views/settings.js',
  'everywhere',
];
const EMPTY = {
  crumbs: [],
  tabs: [],
  scripts: [],
  styles: [],
  wide: false,
  frame: 'frame',
  actions: null,
  icon: null,
  lead: '',
};

/**
 * Sends an admin screen: the template inside the frame.
 *
 * @param {Request} req @param {Response} res @param {AdminPage} page
 */
export async function adminPage(req, res, page) {
  const { app } = req.ctx;
  const printed = page.body ?? renderAdmin(req, page.template ?? '', page.model ?? {});
  const { errors, oneField } = page;
  const body = errors ? withAlert(printed, errors, req.ctx.t, { explained: explained(req), oneField }) : printed;
  const { catalog, locale, user } = req.ctx;
  const full = { ...EMPTY, ...page };
  const sections = await navigation(req);
  const url = (/** @type {string} */ name) => app.assets.url(name.includes('/') ? name : `admin/${name}.js`);
  const scripts = [...new Set([...EVERYWHERE, ...full.scripts].map(url))];
  const frame = renderAdmin(req, full.frame, {
    page: full,
    body,
    sidebar: renderAdmin(req, 'frame/sidebar', { site: catalog.settings, user, sections }),
    topbar: renderAdmin(req, 'frame/topbar', { page: full, help: helpOf(req, full) }),
    jump: renderAdmin(req, 'frame/jump', {}),
    picker: renderAdmin(req, 'frame/picker', {}),
    toast: await toastFor(app, req),
    plainHttp: plainHttpHost(app, req),
    held: await heldOf(req),
    locale,
    dir: direction(locale),
    site: catalog.settings,
    styles: ['core-views/css/plinth.css', 'admin/admin.css', ...full.styles].map((path) => app.assets.url(path)),
    scripts,
    // Or each would wait for the one that imports it.
    imports: app.assets.imports(scripts),
    htmx: app.assets.url('core-views/vendor/htmx.min.js'),
    mode: app.assets.url('core-views/js/first-paint.js'),
  });
  res.html(frame, { status: page.status ?? page.errors?.status ?? 200 });
}

/** Where the "?" of the screen leads. @param {Request} req @param {AdminPage} page */
function helpOf({ originalUrl, ctx: { app } }, page) {
  const place = page.help ?? app.screens.helpAt(originalUrl);
  return place === null ? null : helpUrl(place);
}

/** What a restored site waits with, in words, until somebody turns it on. @param {Request} req */
async function heldOf({ ctx: { app, actor, t } }) {
  const held = await app.data.holding.state(actor);
  if (!held) return null;
  const runs = held.runs > 0 && t('admin.frame.heldRuns', { count: held.runs });
  const mails = held.mails > 0 && t('admin.frame.heldMails', { count: held.mails });
  return { ...held, due: [runs, mails].filter(Boolean) };
}

/**
 * An admin template with what every template gets: the parts, formats, catalog, the address, the position of the alert,
 * roleLabel.
 *
 * @param {Request} req @param {string} name @param {object} model
 * @returns {Html}
 */
export function renderAdmin(req, name, model) {
  const { app, formats, catalog } = req.ctx;
  const file = fileURLToPath(new URL(`../templates/${name}.ejs`, import.meta.url));
  const common = {
    ...partsFor(req),
    html,
    formats,
    catalog,
    alert: ALERT,
    here: req.originalUrl,
    roleLabel: (/** @type {string} */ role) => roleLabel(req, role),
  };
  // Safe: a template escapes values with <%=, and inserts only Html with <%-.
  return raw(String(app.views.renderTemplate(file, { ...common, ...model })));
}
