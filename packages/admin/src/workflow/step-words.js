import { shapeOf } from '@plinth/expressions';
import { everyStep, stepLists, textParts } from '@plinth/plugin';
import { placeOf } from './document.js';

/** @import { Registry, WorkflowStepState, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */

const LONGEST = 90;

/**
 * A line about each step, in words, by its id.
 *
 * @param {Request} req @param {{ steps: readonly WorkflowStepState[], onError: readonly WorkflowStepState[], table?: string | null }} workflow
 *   table: of the row that it is about, so that fields have their labels
 * @returns {Record<string, string>}
 */
export function wordsOf(req, { steps, onError, table = null }) {
  const { registry } = req.ctx.app;
  const all = [...everyStep(steps, registry), ...everyStep(onError, registry)];
  const draft = { variables: [], steps, onError };
  return Object.fromEntries(
    all.map((step) => {
      const about = placeOf(draft, step.id, table, registry)?.table ?? null;
      return [step.id, shortened(words(req, step, registry, about))];
    }),
  );
}

/** @param {string} text */
const shortened = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/** @param {Request} req @param {WorkflowStepState} step @param {Registry} registry @param {string | null} table of its row */
function words(req, step, registry, table) {
  const said = own[step.kind]?.(step, req, table) ?? '';
  if (said || !registry.has('workflowStep', step.kind)) return said;
  const { t } = req.ctx;
  const count = stepLists(registry.workflowStep(step.kind), step).reduce((sum, { steps }) => sum + steps.length, 0);
  return count > 0 ? t('admin.workflow.stepsInside', { count }) : '';
}

/** By kind of step. @type {Record<string, (step: any, req: Request, table: string | null) => string>} */
const own = {
  action: ({ do: what }, req, table) => {
    const { t, app } = req.ctx;
    const name = what?.action ?? '';
    if (!app.registry.has('action', name)) return t('admin.workflow.chooseAction');
    return [t(app.registry.action(name).label), valueWords(what.config, req, table)].filter(Boolean).join(': ');
  },
  set: ({ values = [] }) =>
    values.map((/** @type {Values} */ one) => `${one?.variable ?? ''} = ${one?.value ?? ''}`).join(', '),
  each: ({ table, where = '' }, { ctx: { t, catalog } }) =>
    [table && catalog.hasTable(table) ? t(catalog.table(table).label) : (table ?? ''), where]
      .filter(Boolean)
      .join(': '),
  workflow: ({ workflow: name, timeout }, req) => {
    const { catalog } = req.ctx;
    return (name && catalog.hasWorkflow(name) ? catalog.workflow(name).label : (name ?? '')) + limitWords(timeout, req);
  },
  wait: (step, req) => waitWords(step, req),
  task: (step, req, table) =>
    [recipient(step, req, table), named(step.title ?? '', req, table)].filter(Boolean).join(': '),
  stop: ({ result = '' }) => result,
};

/** @param {Values} step @param {Request} req */
function waitWords({ for: what, minutes, until = '', condition = '', timeout }, req) {
  const { t } = req.ctx;
  const limit = limitWords(timeout, req);
  if (what === 'time') return minutes ? duration(minutes, req) : '';
  if (what === 'until') return t('admin.workflow.until', { time: until });
  if (what === 'row') return condition + limit;
  return what === 'webhook' ? t('admin.workflow.webhook') + limit : '';
}

/** @param {number | null | undefined} timeout in minutes @param {Request} req */
const limitWords = (timeout, req) =>
  timeout ? `, ${req.ctx.t('admin.workflow.atMost', { time: duration(timeout, req) })}` : '';

/** "2 days, 4 hours", in the admin's language. @param {number} minutes @param {Request} req */
export function duration(minutes, { ctx: { locale } }) {
  const parts = { days: Math.floor(minutes / 1440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 };
  return new Intl.DurationFormat(locale, { style: 'long' }).format(parts);
}

/** @param {Values} step @param {Request} req @param {string | null} table */
function recipient({ to, toField = '', toRole = '' }, req, table) {
  const { t, catalog } = req.ctx;
  if (to === 'role') return t(catalog.roles.find(({ name }) => name === toRole)?.label ?? toRole);
  if (to === 'field') return fieldLabel(toField, req, table);
  return to === 'starter' ? t('admin.workflow.starter') : t('admin.workflow.person');
}

/** "State = Approved", of an action that sets fields. @param {Values} config @param {Request} req @param {string | null} table of the row */
function valueWords(config, req, table) {
  if (!Array.isArray(config?.values)) return '';
  const about = typeof config.table === 'string' && config.table ? config.table : table;
  const set = config.values.filter((/** @type {Values} */ one) => one?.field);
  const text = (/** @type {Values} */ { field, source = 'value', value = '', expression = '' }) =>
    source === 'value'
      ? choiceLabel(field, value, req, about)
      : source === 'expression'
        ? expression
        : req.ctx.t(`admin.workflow.set.${source}`);
  return set.map((/** @type {Values} */ one) => `${fieldLabel(one.field, req, about)} = ${text(one)}`).join(', ');
}

/** @param {string} name @param {unknown} value @param {Request} req @param {string | null} table @returns {unknown} */
function choiceLabel(name, value, { ctx: { t, catalog } }, table) {
  if (!table || !catalog.hasTable(table) || !catalog.table(table).hasField(name)) return value;
  const { type, attributes } = catalog.table(table).field(name);
  const options = /** @type {{ value: string, label?: string }[]} */ (attributes?.options ?? []);
  if (type === 'select') return options.find((one) => one.value === value)?.label || value;
  return type === 'boolean' && /^(true|false)$/.test(String(value))
    ? t(String(value) === 'true' ? 'value.yes' : 'value.no')
    : value;
}

/** @param {string} name @param {Request} req @param {string | null} table */
function fieldLabel(name, { ctx: { t, catalog } }, table) {
  if (!table || !catalog.hasTable(table) || !catalog.table(table).hasField(name)) return name;
  return t(catalog.table(table).field(name).label);
}

/** A text with labels in place of fields: "Approve: [Reason]". @param {string} text @param {Request} req @param {string | null} table */
const named = (text, req, table) =>
  textParts(text)
    .map((part) => {
      if ('text' in part) return part.text;
      if ('mark' in part) return MARKS[part.mark].replace('…', () => ('expression' in part ? part.expression : ''));
      const shape = shapeOf(part.expression);
      const isField = shape?.kind === 'path' && shape.root === 'row' && shape.steps.length === 1;
      return isField ? `[${fieldLabel(shape.steps[0], req, table)}]` : `{{ ${part.expression} }}`;
    })
    .join('');

const MARKS = Object.freeze({ if: '{{#if …}}', else: '{{else}}', end: '{{/if}}' });
