/** @import { Values } from '@plinth/plugin' */
/** @import { Tool, ToolContext } from '../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
import { AppError, asksFirst, phrase } from '@plinth/plugin';
import { notFound } from '../../../http/requests/canonical-path.js';
import { admits } from '../../../http/requests/require-role.js';
import { placedOn } from '../../../pages/delivered/placed-on.js';
import { performAction } from '../../../pages/delivered/run-action.js';
import { textOfHtml } from '../text-of-html.js';

/** @typedef {'view' | 'page'} Kind */

const PLACE = {
  kind: { type: 'string', enum: ['view', 'page'], description: 'view by default' },
  name: { type: 'string', description: 'Name, from list_views' },
};

/**
 * A view or page that the caller may open; for others, it does not exist.
 *
 * @param {ToolContext} context
 * @param {{ kind?: Kind, name: string }} given
 */
function planOf({ app, catalog, actor, req }, { kind = 'view', name }) {
  const isThere = kind === 'view' ? catalog.hasView(name) : kind === 'page' && catalog.hasPage(name);
  if (!isThere) throw notFound();
  const plans = app.views.plans(catalog);
  const plan = kind === 'view' ? plans.view(name, req.ctx.locale) : plans.page(name, req.ctx.locale);
  if (!plan || !admits(actor, plan.roles)) throw notFound();
  return plan;
}

/** @type {Tool} */
export const listViews = {
  name: 'list_views',
  title: 'List views and pages',
  description: 'Lists the views and pages that you can open.',
  annotations: { readOnlyHint: true },
  input: () => ({ properties: {} }),
  isOffered: () => true,
  run: async ({ catalog, actor }) => ({
    views: catalog.views
      .filter((view) => admits(actor, view.roles))
      .map(({ name, label, description, table, template }) => ({ name, label, description, table, template })),
    pages: catalog.pages
      .filter((page) => admits(actor, page.roles))
      .map(({ name, title, description }) => ({ name, title, description })),
  }),
};

/** @type {Tool} */
export const readView = {
  name: 'read_view',
  title: 'Read a view or page',
  description: 'Returns what a view or page shows, as text, and the actions that its buttons run.',
  annotations: { readOnlyHint: true },
  input: () => ({
    properties: {
      ...PLACE,
      state: {
        type: 'object',
        description: 'State as in the URL: { "id": 5 } for one row, filters by field, "q" for a search',
      },
    },
    required: ['name'],
  }),
  isOffered: () => true,
  async run(context, given) {
    const plan = planOf(context, given);
    const { actor, req } = context;
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(given.state ?? {})) query.set(name, String(value));
    const started = plan.start({ actor, query, env: req.ctx.env });
    const { html, missing } = started.finish(await req.ctx.select(started.queries));
    if (missing) throw notFound();
    const actions = Object.keys(plan.actions).flatMap((node) => {
      const placed = plan.action(node, actor);
      return placed ? [{ node, action: placed.action, input: inputSchema(context, placed) }] : [];
    });
    return { title: plan.title, text: textOfHtml(html.text), actions };
  },
};

/** A read-only token can't run actions. @param {ToolContext} context */
const mayAct = ({ actor: { scope } }) => scope?.operations?.some((operation) => operation !== 'read') ?? true;

/**
 * The gate checks what an action does to rows. An action may have other effects too (a plugin's may send mail), so a
 * limited token needs the table and operation for those as well.
 *
 * @param {ToolContext} context @param {Plan} plan @param {string} node @throws {AppError} FORBIDDEN (403)
 */
function requireInScope({ app, actor }, plan, node) {
  const { tables = null, operations = null } = actor.scope ?? {};
  const placed = plan.action(node, actor);
  const right = placed ? app.registry.action(placed.action).right : undefined;
  const isAllowed = right === undefined || operations === null || operations.includes(right);
  if (isAllowed && (tables === null || plan.table === null || tables.includes(plan.table))) return;
  throw new AppError('FORBIDDEN', 'The token does not allow this', {
    status: 403,
    hint: 'Use a token with fewer restrictions',
  });
}

/** @type {Record<string, object>} */
const ASKED = Object.freeze({
  text: { type: 'string' },
  longtext: { type: 'string' },
  choice: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: ['number', 'string'] },
  date: { type: 'string', format: 'date' },
  boolean: { type: 'boolean' },
});

/**
 * What an action may ask before it runs; null if it asks nothing. Some questions depend on the row.
 *
 * @param {ToolContext} context @param {{ action: string, config: Values }} placed
 */
function inputSchema({ app: { registry }, t }, placed) {
  if (!asksFirst(registry, placed)) return null;
  /** @type {{ action: string, config?: Values }[]} */
  const steps = [placed, ...(placed.config?.steps ?? []).map((/** @type {Values} */ { do: step }) => step)];
  const known = steps.filter((step) => step && registry.has('action', step.action));
  const fields = known.flatMap(({ action, config }) => registry.action(action).asks?.(config ?? {}) ?? []);
  const properties = fields.map(({ name, label, type, options }) => [
    name,
    { ...ASKED[type], description: t(label), ...(type === 'choice' && { enum: options }) },
  ]);
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false };
}

/**
 * The input of an action, checked as the form that asks for it does.
 *
 * @param {ToolContext} context @param {Plan} plan
 * @param {{ node: string, id: string | null, input?: Record<string, unknown> }} given
 * @returns {Promise<Record<string, string>>}
 * @throws {AppError} INPUT_INVALID
 */
async function answersTo({ app, actor, req }, plan, { node, id, input }) {
  const texts = Object.entries(input ?? {}).map(([name, value]) => [name, value === null ? '' : String(value)]);
  const pressed = plan.action(node, actor);
  if (!pressed || !asksFirst(app.registry, pressed)) return Object.fromEntries(texts);
  const { action, config } = await placedOn(req, plan, { node, id });
  const table = plan.table === null ? null : req.ctx.catalog.table(plan.table);
  const asked = await app.data.actions.questions(actor, { table, id }, action, config);
  if (!asked) return Object.fromEntries(texts);
  if (input === undefined)
    throw new AppError('INPUT_INVALID', phrase`The action asks first: ${asked.texts.join(' ') || 'input'}`, {
      status: 422,
      hint: 'Call it again with "input": read_view describes it, and {} confirms a question without fields',
    });
  const answers = Object.fromEntries(texts.map(([name, text]) => [`input.${name}`, text]));
  app.data.actions.readAnswers(asked.fields, answers);
  return answers;
}

/** @type {Tool} */
export const runViewAction = {
  name: 'run_view_action',
  title: 'Press a button of a view',
  description: 'Runs an action of a view or page on a row that it shows. read_view lists the actions.',
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: () => ({
    properties: {
      ...PLACE,
      node: { type: 'string', description: 'The action, from read_view' },
      id: { type: ['integer', 'string'], description: 'ID of the row, if the action needs one' },
      input: {
        type: 'object',
        description:
          'What the action asks before it runs, by name, as read_view describes it; {} confirms a mere question',
      },
    },
    required: ['name', 'node'],
  }),
  isOffered: mayAct,
  async run(context, given) {
    const { app, req } = context;
    const id = given.id === undefined ? null : String(given.id);
    const plan = planOf(context, given);
    requireInScope(context, plan, given.node);
    const input = await answersTo(context, plan, { node: given.node, id, input: given.input });
    const result = await performAction(app, req, plan, { node: given.node, id, input });
    return { message: context.t(result?.message ?? 'delivered.done') };
  },
};
