import { AppError, html, say, walkLayout } from '@plinth/plugin';
import { showsOneRow } from '@plinth/server/pages';
import { formErrors } from '../frame/index.js';
import { brokenNodes } from '../layout/tree.js';
import { withDraftViews } from './draft-views.js';
import { placed } from './placed.js';
import { sampleRow } from './sample-row.js';
import { wrongNodes } from './wrong-nodes.js';

/** @import { Actor, Html, Page, View, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from '../layout/draft.js' */
/** @import { Edited } from '../layout/object-screen.js' */

/**
 * @typedef {{ actor: Actor, timeZone: string, row: string | null, tried?: Values, isMarked?: boolean }} Seen
 *   by whom, in which time zone, with which row; tried: values of a piece's parameters; isMarked: with marks of the nodes,
 *   as the builder needs it
 * @typedef {{ node: string, message: string, kind: 'missing' | 'incomplete' | 'broken' | 'label' | 'contrast' | 'rights', url?: string }}
 *   BuilderProblem node: empty for the whole; url: where it can be mended, if not here
 * @typedef {{ title: string, description: string, body: Html, bar: { title: Html | null, actions: Html | null } | null,
 *   styles: readonly string[], scripts: readonly string[] }} RenderedPage bar: what stands in the top bar
 * @typedef {RenderedPage & { here: string, row: { id: string, label: string } | null, hasRow: boolean,
 *   problems: BuilderProblem[] }} RenderedDraft here: path and query that a visitor would have; hasRow: whether it shows one row
 */

/** Browser modules that would act for the visitor on the builder's canvas: follow changes, ask for the next page. */
const NOT_ON_CANVAS = new Set(['core-views/js/views/live.js']);

/**
 * A draft as its page will be, by the same plan and with real rows.
 *
 * @param {Request} req @param {Edited} edited @param {Draft} full @param {Seen} seen
 * @returns {Promise<RenderedDraft>}
 */
export async function renderDraft(req, edited, full, seen) {
  const { app, t } = req.ctx;
  const { draft } = withDraftViews(req, full);
  const { subject, label } = edited;
  const { kind, name, body, catalog, address } = placed(req, edited, draft, seen.tried);
  const plans = seen.isMarked === false ? app.views.plans(catalog) : app.views.markedPlans(catalog, { kind, name });
  const row = await sampleRow(req, subject, body, seen);
  const here = row ? `${address}?id=${encodeURIComponent(row.id)}` : address;
  /** @type {RenderedPage} */
  let rendered;
  try {
    const plan = plans[kind](name, req.ctx.locale, seen.timeZone);
    rendered = await renderPlan(req, plan, { ...seen, row: row?.id ?? null, here });
    if (showsOneRow(body) && !row) rendered.body = html`${notice(t('admin.builder.noRow'))}${rendered.body}`;
  } catch (error) {
    rendered = { title: label, description: '', body: failure(req, error), bar: null, styles: [], scripts: [] };
  }
  const incomplete = wrongNodes(req, subject, draft);
  return {
    ...rendered,
    here,
    row,
    hasRow: showsOneRow(body),
    // As compiled for the canvas, not once more for the site's language and time zone.
    problems: problemsOf(req, { kind, body, incomplete }, plans.problemsOf(kind, name, req.ctx.locale, seen.timeZone)),
  };
}

/**
 * What is wrong with a draft, without rendering it.
 *
 * @param {Request} req @param {Edited} edited @param {Draft} draft @returns {BuilderProblem[]}
 */
export function draftProblems(req, edited, draft) {
  const { kind, name, body, catalog } = placed(req, edited, draft);
  const plans = req.ctx.app.views.markedPlans(catalog, { kind, name });
  try {
    plans[kind](name, req.ctx.locale);
  } catch (error) {
    // Without its table, say, nothing can be compiled; what is missing is said below.
    if (!(error instanceof AppError)) throw error;
  }
  const incomplete = wrongNodes(req, edited.subject, draft);
  return problemsOf(req, { kind, body, incomplete }, plans.problemsOf(kind, name, req.ctx.locale));
}

/**
 * @param {Request} req @param {import('@plinth/views').Plan} plan
 * @param {Seen & { here: string }} seen @returns {Promise<RenderedPage>}
 */
async function renderPlan({ ctx: { app, locale, catalog } }, plan, { actor, timeZone, row, here }) {
  const query = new URLSearchParams(row === null ? {} : { id: row });
  const today = () => app.data.today(catalog, undefined, timeZone);
  const env = app.views.env({ actor, locale, timeZone, here, today });
  const started = plan.start({ actor, query, env, hasBar: true });
  const results = started.queries.length ? await app.data.select(actor, started.queries) : [];
  const { html: body, bar } = started.finish(results);
  const scripts = plan.scripts.filter((/** @type {string} */ path) => !NOT_ON_CANVAS.has(path));
  const { title, description, styles } = plan;
  return { title, description, body, bar, styles, scripts };
}

/** Whatever goes wrong in a draft, the draft itself must not be lost. @param {Request} req @param {unknown} error */
function failure({ ctx: { app, id, t } }, error) {
  const isForeseen = error instanceof AppError && error.status < 500;
  if (!isForeseen) app.log.error('builder render failed', { error, request: id });
  const { message, hint } = isForeseen ? formErrors(error, t) : { message: t('admin.layout.noPreview'), hint: '' };
  return notice(message, hint);
}

/** @param {string} message @param {string} [hint] @returns {Html} */
const notice = (message, hint = '') =>
  html`<div class="alert alert-warning" role="alert"><div><strong>${message}</strong> ${hint}</div></div>`;

/**
 * What the draft names that is gone, what is not complete, and what can't be compiled, by node.
 *
 * @param {Request} req
 * @param {{ kind: 'view' | 'page', body: unknown, incomplete: readonly BuilderProblem[] }} object
 * @param {readonly import('@plinth/plugin').Problem[]} compiled what could not be compiled
 * @returns {BuilderProblem[]}
 */
function problemsOf(req, { kind, body, incomplete }, compiled) {
  const { app, t } = req.ctx;
  const missing = brokenNodes(app.registry, req, { kind, body });
  const names = namesOf(req, body);
  /** @type {BuilderProblem[]} */
  const found = [...missing].flatMap(([node, messages]) =>
    messages.map((message) => ({
      node,
      message: names.has(node) ? `${names.get(node)}: ${message}` : message,
      kind: /** @type {const} */ ('missing'),
    })),
  );
  found.push(...incomplete.filter(({ node }) => !missing.has(node)));
  for (const { at, message, phrase } of compiled) {
    const node = /\/([a-z0-9_-]+)/i.exec(at)?.[1] ?? '';
    // It has already been reported in better words, or follows from what is missing.
    const isKnown = found.some((one) => one.node === node) || (node === '' && missing.size > 0);
    if (!isKnown) found.push({ node, message: say(phrase ?? message, t), kind: 'broken' });
  }
  return found;
}

/** What the nodes of a view or page are called, by id. @param {Request} req @param {any} body */
function namesOf({ ctx: { app, t } }, { layout, config }) {
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const root of [layout, ...Object.values(config ?? {})]) {
    if (typeof root?.type !== 'string' || typeof root.id !== 'string') continue;
    walkLayout(root, ({ id, type }) => {
      if (app.registry.has('element', type)) names.set(id, t(app.registry.element(type).label));
    });
  }
  return names;
}
