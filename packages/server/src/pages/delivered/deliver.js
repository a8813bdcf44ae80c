/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
/** @import { Found } from './look-up-choices.js' */
import { AppError, errorText } from '@plinth/plugin';
import { notFound } from '../../http/requests/canonical-path.js';
import { lookUpChoices } from './look-up-choices.js';

/**
 * Sends the page of a plan: runs all its statements in one round trip, then renders.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan
 * @param {{ form?: Parameters<Plan['start']>[0]['form'], found?: Found | null, status?: number }} [options]
 *   form: shown again to be corrected; found: choices that were searched for
 */
export async function deliver(app, req, res, plan, { form, found, status } = {}) {
  const { actor } = req.ctx;
  const looked = form ? found : await lookUpChoices(app, req, plan, req.query);
  const env = looked ? { ...req.ctx.env, found: looked } : req.ctx.env;
  const started = plan.start({ actor, query: req.query, env, form, hasBar: true });
  const results = await req.ctx.select(started.queries);
  const { html, missing, bar } = started.finish(results);
  // Same response as for an address that does not exist.
  if (missing) throw notFound();
  res.page({
    title: plan.title,
    description: plan.description,
    body: html,
    bar,
    status,
    styles: plan.styles,
    scripts: plan.scripts.map((/** @type {string} */ path) => app.assets.url(path)),
  });
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
