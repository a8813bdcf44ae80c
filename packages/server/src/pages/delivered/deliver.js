/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { Fragments, Plan } from '@plinth/views' */
/** @import { Found } from './look-up-choices.js' */
import { AppError, errorText } from '@plinth/plugin';
import { notFound } from '../../http/requests/canonical-path.js';
import { lookUpChoices } from './look-up-choices.js';

/**
 * A page's parts, printed from its plan: all its statements in one round trip, then the render.
 *
 * @typedef {NonNullable<Awaited<ReturnType<typeof printPage>>>} PrintedPage
 *
 * @param {App} app @param {Request} req @param {Plan} plan
 * @param {object} [options]
 * @param {Parameters<Plan['start']>[0]['form']} [options.form] shown again to be corrected
 * @param {Found | null} [options.found] choices that were searched for
 * @param {ReturnType<typeof import('@plinth/data').createReading>} [options.reading] records what it is made from
 * @param {(Fragments & { stand(): boolean, finish(): void }) | null} [options.fragments] views that were printed before
 * @param {((end?: bigint) => Promise<boolean>) | null} [options.confirm] whether what it is based on still holds; end: of the
 *   database's log, as of its statements
 * @returns null: it doesn't
 */
export async function printPage(app, req, plan, { form, found, reading, fragments: given = null, confirm } = {}) {
  const looked = form ? found : await lookUpChoices(app, req, plan, req.query);
  const own = reading ? req.ctx.envFor(reading) : req.ctx.env;
  const env = looked ? { ...own, found: looked } : own;
  const { noteZone } = app.views;
  // What was searched for belongs to this request alone.
  const fragments = looked ? null : given;
  const { made: started, zone } = noteZone(() =>
    plan.start({ actor: env.actor, query: req.query, env, form, hasBar: true, fragments }),
  );
  const results = await req.ctx.select(started.queries, reading, started.readings);
  await app.data.fairness.nextPiece();
  if (confirm && !(await confirm(reading?.logEnd))) return null;
  // Something changed since; the statements for the rest of the page are as old as that.
  if (fragments && !fragments.stand()) return null;
  const printed = noteZone(() => started.finish(results));
  fragments?.finish();
  if (reading && (zone || printed.zone)) reading.zone = true;
  const { html, missing, bar } = printed.made;
  // Same response as for an address that does not exist.
  if (missing) throw notFound();
  const scripts = plan.scripts.map((path) => app.assets.url(path));
  const { title, description, styles } = plan;
  const isLookedUp = Boolean(looked);
  return { title, description, body: html, bar, styles, scripts, hasAsked: started.queries.length > 0, isLookedUp };
}

/**
 * Sends the page of a plan.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan
 * @param {{ form?: Parameters<Plan['start']>[0]['form'], found?: Found | null, status?: number }} [options] as of printPage
 */
export async function deliver(app, req, res, plan, { form, found, status } = {}) {
  const page = /** @type {PrintedPage} */ (await printPage(app, req, plan, { form, found }));
  res.page({ ...page, status });
}

/**
 * The plan of a view or page by its name; null if there is none.
 *
 * @param {App} app @param {Request} req @param {'view' | 'page'} kind
 * @returns {Plan | null}
 */
export function findPlan(app, req, kind) {
  const { catalog, locale, timeZone } = req.ctx;
  const { name } = req.params;
  if (kind === 'view' ? !catalog.hasView(name) : !catalog.hasPage(name)) return null;
  const plans = app.views.plans(catalog);
  return kind === 'view' ? plans.view(name, locale, timeZone) : plans.page(name, locale, timeZone);
}

/**
 * Messages by field in the user's language, if the error is about invalid input.
 *
 * @param {unknown} error @param {import('@plinth/plugin').Translate} t
 * @returns {Record<string, string> | null}
 */
export function inputErrors(error, t) {
  if (!(error instanceof AppError) || error.status !== 422) return null;
  const { fields, message } = errorText(error, t);
  if (!('fields' in /** @type {object} */ (error.details ?? {}))) return null;
  // What is wrong with no field of its own is said above the form.
  return Object.keys(fields).length > 0 ? fields : { '': message };
}
