/** @import { App, Request } from '../types.d.ts' */
import { AppError, html, isAdmin } from '@plinth/plugin';
import { findCookie } from './cookies.js';

/** What an admin looks at the site as: role:<name> or user:<id>. Means something in the session of an admin only. */
export const VIEWING_AS = 'plinth_as';

/** Where he stays the admin: in the admin, and where sessions begin and end. */
const OWN_PATHS = /^\/(admin|auth|assets)(\/|$)/;

/** @param {Request} req */
export const wantsOtherEyes = (req) => req.headers.cookie?.includes(`${VIEWING_AS}=`) === true;

/**
 * What was found by the session, with the rights of whom its admin looks at the site as.
 *
 * @param {App} app @param {Request} req @param {any} found by the session
 * @throws {AppError} VIEWING_AS (403) for anything but looking
 */
export async function withOtherEyes(app, req, found) {
  if (!wantsOtherEyes(req) || !found || !isAdmin(found.actor) || OWN_PATHS.test(req.path)) return found;
  refuseWriting(req);
  const [kind, name] = (findCookie(req.headers.cookie, VIEWING_AS) ?? '').split(':');
  if (
    kind === 'role' &&
    app.data.catalog().roles.some((/** @type {import('@plinth/plugin').Role} */ role) => role.name === name)
  )
    return { ...found, actor: app.data.access.actorOfRole(found.actor, name), viewingAs: { kind, name } };
  if (kind !== 'user') return found;
  const user = await app.data.people.users.get(found.actor, name).catch(() => null);
  if (!user) return found;
  const actor = await app.data.access.actorOfUser(found.actor, user.id);
  return { ...found, actor, viewingAs: { kind, name: user.name || user.email } };
}

/**
 * Whoever looks with the eyes of another writes nothing: it would be noted as his.
 *
 * @param {Request} req @throws {AppError} VIEWING_AS (403)
 */
function refuseWriting({ method }) {
  if (method === 'GET' || method === 'HEAD') return;
  throw new AppError('VIEWING_AS', 'Nothing can be saved while you view the site as someone else', {
    status: 403,
    hint: 'Choose "Stop viewing" at the top of the page first',
  });
}

/** The page with a bar that says so and ends it. @param {Request} req @param {string} page */
export function withBar({ ctx }, page) {
  if (!ctx?.viewingAs) return page;
  const { catalog, t } = ctx;
  const { kind, name } = ctx.viewingAs;
  const label = kind === 'role' ? t(catalog.roles.find((role) => role.name === name)?.label ?? name) : name;
  const bar = html`<div class="alert alert-warning rounded-0 mb-0 d-flex flex-wrap gap-3 align-items-center justify-content-center text-center" role="status"><strong>${t(`admin.viewAs.${kind}`, { name: label })}</strong><form method="post" action="/admin/view-as/end" hx-boost="false"><button class="btn btn-sm">${t('admin.viewAs.end')}</button></form></div>`;
  return page.replace(/<body[^>]*>/, (body) => body + bar.text);
}
