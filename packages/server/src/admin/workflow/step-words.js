import { everyStep, stepLists } from '@plinth/plugin';

/** @import { Registry, WorkflowStepState } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */

const LONGEST = 90;

/**
 * A line about each step, in words, by its id.
 *
 * @param {Request} req @param {{ steps: readonly WorkflowStepState[], onError: readonly WorkflowStepState[] }} workflow
 * @returns {Record<string, string>}
 */
export function wordsOf(req, { steps, onError }) {
  const { registry } = req.ctx.app;
  const all = [...everyStep(steps, registry), ...everyStep(onError, registry)];
  return Object.fromEntries(all.map((step) => [step.id, shortened(words(req, step, registry))]));
}

/** @param {string} text */
const shortened = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/** @param {Request} req @param {WorkflowStepState} step @param {Registry} registry */
function words(req, step, registry) {
  const said = own[step.kind]?.(step, req) ?? '';
  if (said || !registry.has('workflowStep', step.kind)) return said;
  const { t } = req.ctx;
  const count = stepLists(registry.workflowStep(step.kind), step).reduce((sum, { steps }) => sum + steps.length, 0);
  return count > 0 ? t('admin.workflow.stepsInside', { count }) : '';
}

/** By kind of step. @type {Record<string, (step: any, req: Request) => string>} */
const own = {
  action: ({ do: what }, { ctx: { t, app } }) => {
    const name = what?.action ?? '';
    return app.registry.has('action', name) ? t(app.registry.action(name).label) : t('admin.workflow.chooseAction');
  },
  set: ({ values = [] }) =>
    values.map((/** @type {any} */ one) => `${one?.variable ?? ''} = ${one?.value ?? ''}`).join(', '),
  each: ({ table, where = '' }, { ctx: { t, catalog } }) =>
    [table && catalog.hasTable(table) ? t(catalog.table(table).label) : (table ?? ''), where]
      .filter(Boolean)
      .join(': '),
  workflow: ({ workflow: name }, { ctx: { catalog } }) =>
    name && catalog.hasWorkflow(name) ? catalog.workflow(name).label : (name ?? ''),
  wait: (step, req) => waitWords(step, req),
  task: (step, req) => [recipient(step, req), step.title].filter(Boolean).join(': '),
  stop: ({ result = '' }) => result,
};

/** @param {any} step @param {Request} req */
function waitWords({ for: what, minutes, until = '', condition = '', timeout }, req) {
  const { t } = req.ctx;
  const limit = timeout ? `, ${t('admin.workflow.atMost', { time: duration(timeout, req) })}` : '';
  if (what === 'time') return minutes ? duration(minutes, req) : '';
  if (what === 'until') return t('admin.workflow.until', { time: until });
  if (what === 'row') return condition + limit;
  return what === 'webhook' ? t('admin.workflow.webhook') + limit : '';
}

/** "2 days", in the admin's language. @param {number} minutes @param {Request} req */
export function duration(minutes, { ctx: { locale } }) {
  const [unit, size] = /** @type {const} */ ([
    ['day', 1440],
    ['hour', 60],
    ['minute', 1],
  ]).find(([, one]) => minutes % one === 0) ?? ['minute', 1];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / size);
}

/** @param {any} step @param {Request} req */
function recipient({ to, toField = '', toRole = '' }, { ctx: { t, catalog } }) {
  if (to === 'role') return t(catalog.roles.find(({ name }) => name === toRole)?.label ?? toRole);
  if (to === 'field') return toField;
  return to === 'starter' ? t('admin.workflow.starter') : t('admin.workflow.person');
}
