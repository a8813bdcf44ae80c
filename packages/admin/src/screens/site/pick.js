import { html } from '@plinth/plugin';
import { iconNames } from '@plinth/views';
import { partsFor, routed, shows } from '../../frame/index.js';

/** @import { Html, Values } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */

/** The contents of the dialogs of icon and file controls; without JavaScript the name or id is typed. */
export const screen = {
  path: '/pick',
  title: 'admin.pick.title',
  routes: routed({ 'GET /icons': shows(icons), 'GET /files': shows(files) }),
};

const MOST = 120;

/** @param {Request} req @param {Html[]} buttons */
const found = ({ ctx: { t } }, buttons) =>
  html`${buttons.length > 0 ? buttons : html`<p class="text-secondary">${t('admin.nothingFound')}</p>`}`;

/** @param {Request} req */
function icons(req) {
  const { icon } = partsFor(req);
  const words = (req.query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const names = iconNames().filter((name) => words.every((word) => name.includes(word)));
  const button = (/** @type {string} */ name) =>
    html`<button type="button" class="adm-pick-icon" data-adm-value="${name}" aria-label="${name}" title="${name}">${icon(name)}</button>`;
  return found(req, names.slice(0, MOST).map(button));
}

/** @param {Request} req */
async function files(req) {
  const { actor, env, app } = req.ctx;
  const { icon } = partsFor(req);
  const search = req.query.get('q') ?? '';
  const listed = await app.data.files.list(actor, { search, all: true, limit: 60 });
  const picture = (/** @type {any} */ file) =>
    file.width
      ? html`<img src="${env.fileUrl(file, 'thumb')}" alt="" loading="lazy">`
      : html`<span class="adm-file-icon">${icon('file')}</span>`;
  const button = (
    /** @type {Values} */ file,
  ) => html`<button type="button" class="adm-pick-file" data-adm-value="${file.id}">
    ${picture(file)}<span>${file.name}</span></button>`;
  return found(req, listed.files.map(button));
}
