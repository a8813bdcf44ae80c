/** @import { App, Request } from '../../types.d.ts' */
/** @import { Query } from '@plinth/plugin' */
/** @import { Plan } from '@plinth/views' */
import { homePage } from '@plinth/views';
import { notFound } from '../../http/requests/canonical-path.js';
import { admits } from '../../http/requests/require-role.js';
import { findPlan } from './deliver.js';

const ADDRESS = /^\/(?:(view|page)\/([\w-]{1,80}))?$/;

/**
 * The statement of one view on the page at an address, as that page asks it: `of` is the view's place on the page, `at`
 * the page's path and query.
 *
 * @param {App} app @param {Request} req @param {{ of: string | null, at: string | null }} [asked]
 * @returns {{ plan: Plan, query: Query, view: string }}
 * @throws 404 for pages that the actor may not open, as for those that don't exist
 */
export function listAt(app, req, asked = { of: req.query.get('of'), at: req.query.get('at') }) {
  const { actor, catalog, locale, timeZone, env } = req.ctx;
  const at = asked.at ?? '';
  const mark = at.indexOf('?');
  const found = ADDRESS.exec(mark < 0 ? at : at.slice(0, mark));
  if (!found) throw notFound();
  const [, kind, name] = found;
  const plan = kind ? findPlan(app, named(req, name), /** @type {'view' | 'page'} */ (kind)) : home();
  if (!plan || !admits(actor, plan.roles)) throw notFound();
  const query = new URLSearchParams(mark < 0 ? '' : at.slice(mark + 1));
  const list = plan.start({ actor, query, env }).queryOf(asked.of ?? '');
  if (!list?.query.spec.table) throw notFound();
  return { plan, ...list };

  function home() {
    const page = homePage(catalog, actor);
    return page ? app.views.plans(catalog).page(page, locale, timeZone) : null;
  }
}

/** @param {Request} req @param {string} name */
function named(req, name) {
  req.params = { name };
  return req;
}
