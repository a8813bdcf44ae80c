/** @import { Actor, FormModel, Query, Registry, RenderEnv, Result, RenderContext, ViewState } from '@plinth/plugin' */
/** @import { PlanNode } from './plan-tree.js' */
/** @import { Reading } from './node-state.js' */
/** @import { BarParts } from './page-bar.js' */
/** @import { Fragment, Fragments, OpenFragment } from './fragments.js' */
import { AppError, errorText, Html, html, mayOpen, raw } from '@plinth/plugin';
import { actionForm } from '../compile/action.js';
import { hasRole } from '../compile/element-compiler.js';
import { createViewLocation } from '../state/view-location.js';
import { createFragmentWalk, notedBar } from './fragments.js';
import { stateOf } from './node-state.js';
import { createPageBar } from './page-bar.js';

/**
 * What is known about one view during one request.
 *
 * @typedef {{ node: PlanNode, state: ViewState, at: number, more: Record<string, number>, form: FormModel | null,
 *   fragment: OpenFragment | null }} Running
 *   at: index of its statement, -1 when it asks for nothing; more: indices of further statements, by name
 * @typedef {{ node: PlanNode, fragment: OpenFragment }} Printed before this request
 * @typedef {Pick<RenderContext, 'slots' | 'results' | 'bar' | 'forms'>} Around
 */

/**
 * Starts a plan for a request: which statements to run, and what to do with their results.
 *
 * @param {readonly PlanNode[]} nodes @param {(actor: Actor) => Reading} readingOf
 * @param {{ actor: Actor, query: URLSearchParams, env: RenderEnv, form?: FormModel | null, hasBar?: boolean,
 *   laid?: ReadonlyMap<number, Fragment>, fragments?: Fragments | null }} request
 * @returns {{ queries: Query[], readings: any[], main: Query | null, queryOf: (id: string) => { view: string, query: Query } | null, finish: (results: readonly (Result | Error)[]) => { html: Html,
 *   missing: boolean, bar: BarParts | null } }} readings: of each statement that belongs to a fragment; bar: what goes to
 *   the top bar, if that was asked for
 */
export function startPlan(nodes, readingOf, request) {
  const { env, hasBar = false, laid = new Map(), fragments = null } = request;
  /** @type {Query[]} */
  const queries = [];
  /** @type {any[]} */
  const readings = [];
  /** @type {(Running | null)[]} */
  const running = [];
  /** @type {Printed[]} */
  const before = [];
  const fragmentOf = createFragmentWalk(laid, fragments);
  for (const node of nodes) {
    const around = node.parent < 0 ? null : running[node.parent];
    const active = (node.parent < 0 || around) && maySee(node, request.actor);
    const fragment = active ? fragmentOf(node) : null;
    if (fragment?.before) before.push({ node, fragment });
    const begin = () => begun(node, around, { readingOf, request, fragment, queries });
    running.push(!active || fragment?.before ? null : fragment ? fragment.noteZone(begin) : begin());
    while (readings.length < queries.length) readings.push(fragment?.reading ?? null);
  }
  const { at } = /** @type {Running} */ (running[0]);
  const queryOf = (/** @type {string} */ id) => {
    const run = running.find((one) => one?.node.id === id && one.node.compiled && one.at >= 0);
    return run ? { view: run.node.name, query: queries[run.at] } : null;
  };
  const main = queries[at] ?? null;
  return { queries, readings, main, queryOf, finish: (results) => finish({ running, before, results, env, hasBar }) };
}

/**
 * @param {PlanNode} node @param {Running | null} around
 * @param {{ readingOf: (actor: Actor) => Reading, request: Parameters<typeof startPlan>[2], fragment: OpenFragment | null, queries: Query[] }} options
 *   queries: are added to
 * @returns {Running | null}
 */
function begun(node, around, { readingOf, request, fragment, queries }) {
  const { env, query } = fragment ?? request;
  const actor = fragment ? env.actor : request.actor;
  const state = stateOf(node, query, around, readingOf(actor));
  if (!state) return null;
  // The page says once what it leaves out.
  if (fragment && state.asked.some(({ problem }) => problem)) fragment.refuse();
  const form = formFor(node, around, request.form ?? null);
  const asked = (node.data ?? node.compiled?.view.query)?.(state, actor, form, env) ?? null;
  const at = asked ? queries.push(asked) - 1 : -1;
  return { node, state, at, more: further(node, state, actor, queries), form, fragment };
}

/**
 * @param {PlanNode} node @param {ViewState} state @param {Actor} actor @param {Query[]} queries are added to
 * @returns {Record<string, number>}
 */
function further({ compiled }, state, actor, queries) {
  const asked = Object.entries(compiled?.view.queries?.(state, actor) ?? {});
  return Object.fromEntries(asked.flatMap(([name, query]) => (query ? [[name, queries.push(query) - 1]] : [])));
}

/**
 * Whether the view itself may be seen is for those to decide who ask for it; of the views in it each has its own roles.
 *
 * @param {PlanNode} node @param {Actor} actor
 */
export function maySee({ parent, data, roles, embed }, actor) {
  if (parent < 0) return true;
  return (data !== null || mayOpen(roles, actor)) && (embed?.roles ?? []).every((list) => hasRole(actor.roles, list));
}

/**
 * Submitted values go back to the form that they came from.
 *
 * @param {PlanNode} node
 * @param {Running | null} around
 * @param {FormModel | null} form
 */
function formFor(node, around, form) {
  if (node.parent < 0) return form;
  return node.data ? (around?.form ?? null) : null;
}

/**
 * @param {{ running: (Running | null)[], before: readonly Printed[], results: readonly (Result | Error)[], env: RenderEnv,
 *   hasBar: boolean }} started
 * @returns {{ html: Html, missing: boolean, bar: BarParts | null }}
 */
function finish({ running, before, results, env, hasBar }) {
  const bar = hasBar ? createPageBar(/** @type {Running} */ (running[0]).node) : null;
  /** @type {Record<string, Html | Result | null>[]} */
  const slots = running.map(() => ({}));
  /** Action forms that buttons in a view and in those within it refer to. @type {Set<string>[]} */
  const forms = running.map(() => new Set());
  /** @type {Set<string>} */
  const printed = new Set();
  let body = new Html('');
  let missing = false;
  for (const { node, fragment } of before) slots[node.parent][slotOf(node)] = printedBefore(node, fragment, bar);
  // From the innermost out: a view's slots are filled before it is rendered.
  for (let i = running.length - 1; i >= 0; i--) {
    const run = running[i];
    if (!run) continue;
    const { node, fragment } = run;
    const result = run.at < 0 ? null : results[run.at];
    if (node.data) {
      slots[node.parent][slotOf(node)] = result instanceof Error ? null : result;
      continue;
    }
    const more = Object.entries(run.more).map(([name, at]) => [name, rowsOf(results[at])]);
    if (fragment && isFailed(run, results)) fragment.refuse();
    const around = { slots: slots[i], results: Object.fromEntries(more), bar: bar?.of(node) ?? null, forms: forms[i] };
    const markup = fragment
      ? printFragment(run, result, around, printed)
      : printView(run, result, around, env, printed);
    if (node.parent < 0) {
      body = markup;
      missing = !(result instanceof Error) && (node.compiled?.view.missing?.(result) ?? false);
    } else {
      slots[node.parent][slotOf(node)] = markup;
      for (const key of forms[i]) forms[node.parent].add(key);
    }
  }
  return { html: body, missing, bar: bar?.parts() ?? null };
}

/** @param {Running} run @param {readonly (Result | Error)[]} results */
const isFailed = ({ at, more }, results) => [at, ...Object.values(more)].some((one) => results[one] instanceof Error);

/** @param {PlanNode} node @param {OpenFragment} fragment @param {ReturnType<typeof createPageBar> | null} bar */
function printedBefore(node, fragment, bar) {
  const { body, actions } = /** @type {NonNullable<OpenFragment['before']>} */ (fragment.before);
  // Safe: what the view printed for an earlier request.
  if (actions !== null) bar?.of(node)?.put({ actions: raw(actions) });
  return raw(body);
}

/**
 * A view in a fragment; the outermost is kept with what it put into the top bar.
 *
 * @param {Running} run @param {Result | Error | null} result @param {Around} around
 * @param {Set<string>} printed
 */
function printFragment(run, result, around, printed) {
  const fragment = /** @type {OpenFragment} */ (run.fragment);
  const noted = notedBar(around.bar ?? null, fragment);
  const print = () => printView(run, result, { ...around, bar: noted.bar }, fragment.env, printed);
  const markup = fragment.noteZone(print);
  if (run.node.parent > 0) return markup;
  if ((around.forms?.size ?? 0) > 0) fragment.refuse();
  fragment.keep(markup.text, noted.actions());
  // Safe: what the view printed, with the values of this address, which need no escaping.
  return raw(fragment.filled(markup.text));
}

/** @param {Result | Error} result */
const rowsOf = (result) => (result instanceof Error ? null : result);

/** @param {PlanNode} node */
function slotOf(node) {
  return /** @type {import('@plinth/plugin').EmbeddedView} */ (node.embed).slot;
}

/**
 * @param {Running} run @param {Result | Error | null} result @param {Around} others
 * @param {RenderEnv} env @param {Set<string>} printed keys of action forms that stand on the page already
 */
function printView({ node, state, form }, result, others, env, printed) {
  const { view, found } = /** @type {NonNullable<PlanNode['compiled']>} */ (node.compiled);
  const main = node.parent < 0;
  const location = createViewLocation({
    view: node.name,
    table: node.table?.name ?? null,
    main,
    id: node.id,
    here: env.here,
  });
  /** @type {RenderContext} */
  const context = { state, env, form, ...others, location };
  if (main && result instanceof Error) throw result;
  const content = result instanceof Error ? failed(result, env) : view.render(result, context);
  // Once the row is deleted, a page that showed nothing else is no place to return to.
  const isRowPage = main && Boolean(view.missing);
  let forms = '';
  for (const [key, gone] of found.actionForms) {
    if (printed.has(key) || !others.forms?.has(key)) continue;
    printed.add(key);
    forms += actionForm(key, (isRowPage && gone) || env.here);
  }
  if (node.template === '') return new Html(content.text + forms);
  return new Html(node.start + leftOut(state, env, printed) + content.text + forms + '</section>');
}

/**
 * Conditions of the address that no row can be asked for, said once on a page.
 *
 * @param {ViewState} state @param {RenderEnv} env @param {Set<string>} printed
 */
function leftOut({ asked }, env, printed) {
  let text = '';
  for (const { field, group, problem } of asked) {
    const key = `left out ${group} ${field}`;
    if (!problem || printed.has(key)) continue;
    printed.add(key);
    const { message, hint } = errorText(problem, env.t);
    text +=
      html`<div class="alert alert-warning" role="alert">${env.t('views.filter.leftOut', { problem: message })} ${hint}</div>`
        .text;
  }
  return text;
}

/**
 * A failed statement does not affect the other views of the page.
 *
 * @param {Error} error
 * @param {RenderEnv} env
 */
function failed(error, env) {
  const isForeseen = error instanceof AppError && error.status < 500;
  const text = isForeseen ? errorText(error, env.t).message : env.t('views.failed');
  return html`<div class="alert alert-warning" role="alert">${text}</div>`;
}
