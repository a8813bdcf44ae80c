/** @import { App, Request } from '../../types.d.ts' */
/** @import { Found } from './identify.js' */
import { AppError, html, isAdmin } from '@plinth/plugin';
import { findCookie } from './cookies.js';

/** Whom an admin views the site as: role:<name> or user:<id>. Ignored unless the session is an admin's. */
export const VIEWING_AS = 'plinth_as';

/** Where they remain the admin: in the admin area, and for login and logout. */
const OWN_PATHS = /^\/(admin|auth|assets)(\/|$)/;

/** @param {Request} req */
export const wantsOtherEyes = (req) => req.headers.cookie?.includes(`${VIEWING_AS}=`) === true;

/**
 * The user of the session, with the rights of the role or user that its admin views the site as.
 *
 * @param {App} app @param {Request} req @param {Found} found by the session
 * @throws {AppError} VIEWING_AS (403) for anything but reading
 */
export async function withOtherEyes(app, req, found) {
  if (!wantsOtherEyes(req) || !isAdmin(found.actor) || OWN_PATHS.test(req.path)) return found;
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
 * An admin who views the site as somebody else can't write, since it would be recorded as that user's change.
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

/** The bar above a page that says so and ends it. @param {Request} req */
export function viewingAsBar({ ctx: { viewingAs, catalog, t } }) {
  if (!viewingAs) return null;
  const { kind, name } = viewingAs;
  const label = kind === 'role' ? t(catalog.roles.find((role) => role.name === name)?.label ?? name) : name;
  return html`<div class="alert alert-warning rounded-0 mb-0 d-flex flex-wrap gap-3 align-items-center justify-content-center text-center" role="status"><strong>${t(`admin.viewAs.${kind}`, { name: label })}</strong><form method="post" action="/admin/view-as/end" hx-boost="false"><button class="btn btn-sm">${t('admin.viewAs.end')}</button></form></div>`;
}
