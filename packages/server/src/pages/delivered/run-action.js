/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { ActionResult, Values } from '@plinth/plugin' */
/** @import { Plan } from '@plinth/views' */
import { asksFirst } from '@plinth/plugin';
import { undoOffer, writesRowsOnly } from '../undo/undo-offer.js';
import { ask, goOn } from '../deletions/answer.js';
import { askFirst, nothingAsked, onlyAsks } from './ask-first.js';
import { deletionQuestion } from '../deletions/question.js';
import { wantsJson } from '../../http/requests/answer-error.js';
import { notFound } from '../../http/requests/canonical-path.js';
import { localUrl } from '../../http/requests/local-url.js';
import { functionFailure } from './function-failure.js';
import { placedOn, requireShown } from './placed-on.js';

/**
 * POST …/act: runs the action of one node of the view or page. Only actions in the layout can be run, with their
 * configuration there, and only on a row that the view would show.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan
 */
export async function runAction(app, req, res, plan) {
  const form = await req.form();
  const back = localUrl(form.get('return'), '/');
  const given = { node: form.get('node') ?? '', id: form.get('id') };
  if (await asked(app, req, res, plan, { ...given, form })) return undefined;
  if (onlyAsks(form)) return nothingAsked(res);
  const input = inputOf(form);
  let result;
  try {
    result = await performAction(app, req, plan, { ...given, input });
  } catch (error) {
    const said = functionFailure(req, plan.action(given.node, req.ctx.actor)?.action ?? '', error);
    // What was typed for it must not be lost, and scripts show the message themselves.
    if (!said || wantsJson(req) || form.has('inPlace') || Object.keys(input).length > 0) throw error;
    noteFailure(app, req, error);
    res.flash(said, 'danger');
    return res.redirect(back);
  }
  const next = target(result, back);
  if (result?.deletion !== undefined && plan.table !== null) {
    const deleted = { rows: 1, deletion: result.deletion, plain: form.has('plain') };
    return goOn(req, res, { table: req.ctx.catalog.table(plan.table), next, ...deleted });
  }
  const message = req.ctx.t(result?.message ?? 'delivered.done');
  const placed = plan.action(given.node, req.ctx.actor);
  const undo = placed && writesRowsOnly(app.registry, placed) ? await undoOffer(req) : null;
  if (form.has('inPlace')) return answerInPlace(res, result, { message, url: next, undo });
  if (wantsJson(req)) return res.json({ message, url: next, ...(undo && { undo }), ...result?.data });
  // A download leaves the page as it is, so it has nothing to say.
  if (message) res.flash(message, 'success', { undo });
  res.redirect(next);
}

/** As the error page does. @param {App} app @param {Request} req @param {unknown} error */
function noteFailure({ log }, { ctx, method, path }, error) {
  if (/** @type {Values} */ (error).status >= 500)
    log.error('request failed', { request: ctx.id, method, path, error });
}

/**
 * For assets/js/views/act.js. Where the action leads away, the message is shown there.
 *
 * @param {Response} res @param {ActionResult | undefined} result @param {{ message: string, url: string, undo: string | null }} told
 */
function answerInPlace(res, result, { message, url, undo }) {
  const { goTo, refresh = [] } = result ?? {};
  const leads = Boolean(goTo) && !goTo?.panel;
  if (leads && message) res.flash(message, 'success', { undo });
  return res.json({
    message: leads ? '' : message,
    ...(undo && { undo }),
    url,
    leads,
    panel: Boolean(goTo?.panel),
    refresh,
  });
}

/**
 * GET …/act: what is asked before the row is deleted. Other actions are not asked about here.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan
 */
export async function askAction(app, req, res, plan) {
  const { query } = req;
  const [node, id] = [query.get('node') ?? '', query.get('id')];
  const placed = plan.action(node, req.ctx.actor);
  if (placed?.action !== 'delete_row' || id === null || plan.table === null) throw notFound();
  if (!placed.isShown(await requireShown(req, plan, id, placed.select))) throw notFound();
  const question = await deletionQuestion(req, req.ctx.catalog.table(plan.table), [id]);
  const back = localUrl(query.get('return'), '/');
  const fields = /** @type {[string, string][]} */ (
    [...query].filter(([name]) => ['node', 'id', 'return'].includes(name))
  );
  return ask(req, res, question, { action: req.path, fields, back });
}

/**
 * Whether something was asked instead of running the action.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan
 * @param {{ node: string, id: string | null, form: import('../../types.d.ts').Form }} given
 */
async function asked(app, req, res, plan, { node, id, form }) {
  const pressed = plan.action(node, req.ctx.actor);
  if (!pressed || !asksFirst(app.registry, pressed)) return false;
  const { action, config } = await placedOn(req, plan, { node, id });
  const table = plan.table === null ? null : req.ctx.catalog.table(plan.table);
  return askFirst(app, req, res, { action, config, table, id, form });
}

/** What was sent besides the names that the server itself reads. @param {import('../../types.d.ts').Form} form */
export function inputOf({ values }) {
  /** @type {Record<string, string>} */
  const input = Object.create(null);
  for (const [name, value] of Object.entries(values)) {
    if (OWN.has(name)) continue;
    input[name] = String(Array.isArray(value) ? value.at(-1) : value);
  }
  return input;
}

const OWN = new Set(['node', 'id', 'return', 'plain', 'asked', 'inPlace', '_once']);

/**
 * Runs the action, whichever way it was requested.
 *
 * @param {App} app @param {Request} req @param {Plan} plan @param {{ node: string, id: string | null,
 *   input?: Record<string, string> }} given
 */
export async function performAction(app, req, plan, { node, id, input }) {
  const { action, config, row } = await placedOn(req, plan, { node, id });
  // Somebody else may have pressed it meanwhile.
  const shown =
    row === null ? null : (/** @type {Request['ctx']['select']} */ ask) => placedOn(req, plan, { node, id }, ask);
  return app.data.actions.run(req.ctx.changing(), {
    shown,
    action,
    config,
    table: plan.table,
    id,
    input,
    isRead: row !== null,
  });
}

/** @param {ActionResult | undefined} result @param {string} back */
function target(result, back) {
  const { view, page, url, state, print } = result?.goTo ?? {};
  if (url) return localUrl(url, back);
  if (!view && !page) return back;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(state ?? {})) if (value != null) query.set(name, String(value));
  const path = view ? `/view/${encodeURIComponent(view)}` : `/page/${encodeURIComponent(String(page))}`;
  return `${path}${query.size ? `?${query}` : ''}${print ? '#print' : ''}`;
}
