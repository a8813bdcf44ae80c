import { html } from '@plinth/plugin';
import { isExpectedHost } from '@plinth/server/http';
import { isLoopback, networkAddresses } from '@plinth/server/operations';
import { partsFor } from '../../frame/index.js';

/** @import { Request } from '../../types.d.ts' */

/**
 * The origin of a link that an admin passes on: BASE_URL, or without one the address that the admin uses, or one of
 * this machine's. The Host header is only used if it is a private name, and never for links sent by mail.
 *
 * @param {Request} req
 */
export function linkOrigin({ ctx: { app }, headers }) {
  const { baseUrl } = app.config;
  if (!isLoopback(baseUrl)) return baseUrl;
  const used = `http://${headers.host}`;
  if (isExpectedHost(headers.host, baseUrl) && !isLoopback(used)) return used;
  return networkAddresses(app.config)[0] ?? baseUrl;
}

/** A link to be passed on, shown this once. @param {Request} req @param {{ link: string, expires: string, mailedTo?: string | null }} made */
export function madeLink(req, { link, expires, mailedTo }) {
  const { t, icon } = partsFor(req);
  return html`<div class="alert alert-success" role="status"><div class="flex-fill">
    <strong>${t('admin.users.linkReady')}</strong><p>${t('admin.users.linkHelp', { when: expires })}${mailedTo && html` ${t('admin.users.linkMailed', { to: mailedTo })}`}</p>
    <div class="input-group"><input class="form-control" id="made-link" readonly value="${link}" aria-label="${t('admin.users.link')}">
    <button type="button" class="btn" data-adm-copy="made-link" data-adm-copied="${t('admin.copied')}">${icon('copy')} ${t('admin.copy')}</button>
    </div></div></div>`;
}

/** Says so where nobody else can open a link to this server. @param {Request} req */
export function unreachableNote(req) {
  if (!isLoopback(linkOrigin(req))) return null;
  const { t, icon } = partsFor(req);
  return html`<div class="alert alert-warning" role="note">${icon('alert-triangle')}<div class="flex-fill">
    <strong>${t('admin.reach.onlyHere')}</strong>
    <p class="mb-0">${t('admin.reach.network')} <code>npm start -- --host 0.0.0.0</code><br>${t('admin.reach.baseUrl')} <code>BASE_URL</code></p>
    </div></div>`;
}
