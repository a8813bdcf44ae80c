import { everyStep, say } from '@plinth/plugin';
import { duration, wordsOf } from './step-words.js';
import { typedWords } from './typed-words.js';

/** @import { ListedStep } from '@plinth/data' */
/** @import { Workflow, WorkflowStepState, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @typedef {Pick<Workflow, 'steps' | 'onError' | 'variables'> & { table?: string | null }} Document */

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** What a run's page says of its steps, in words. @param {Request} req @param {Document} document */
export function createRunWords(req, document) {
  const { t, app } = req.ctx;
  const words = wordsOf(req, document);
  const all = [...everyStep([...document.steps, ...document.onError], app.registry)];
  const steps = new Map(all.map((step) => [step.id, step]));
  const variables = new Map(document.variables.map((one) => [one.name, one]));
  const nameOf = (/** @type {string} */ name) => variables.get(name)?.label || name;
  const valueOf = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    typedWords(req, variables.get(name)?.type, value);

  return {
    /** What its author called it, or what kind of step it is. @param {string} id @param {string} [kind] */
    name: (id, kind = steps.get(id)?.kind) =>
      steps.get(id)?.label ||
      (kind && app.registry.has('workflowStep', kind) ? t(app.registry.workflowStep(kind).label) : id),
    /** What it is to do. @param {string} id */
    does: (id) => words[id] ?? '',
    variable: nameOf,
    /** What type of values a variable takes, in words. @param {string} name */
    type: (name) => (variables.has(name) ? t(`admin.workflow.type.${variables.get(name)?.type}`) : ''),
    /** The value of a variable as people read it. */
    value: valueOf,
    /** What it left, as JSON. @param {ListedStep} entry */
    raw: ({ kind, output }) =>
      JSON.stringify(SETTING.includes(kind) ? withNumbers(output, variables) : output, null, 2),
    /** What it did. @param {ListedStep} entry @returns {string[]} lines */
    did(entry) {
      const output = entry.output;
      if (typeof output !== 'object' || output === null) return output ? [String(output)] : [];
      const step = steps.get(entry.step);
      const known = (own[entry.kind] ?? (() => null))(output, req, step, entry.state);
      if (known && entry.kind !== 'task') return known;
      const { outcome: _, comment: _c, expired: _e, needless: _n, task: _t, ...filled } = output;
      const values = Object.entries(known ? filled : output);
      return [...(known ?? []), ...values.map(([name, value]) => `${nameOf(name)}: ${valueOf(name, value)}`)];
    },
  };
}

/** Kinds of steps whose output names variables. */
const SETTING = Object.freeze(['set', 'task']);

/**
 * Numbers as numbers: they are kept as text so that no digit is lost.
 *
 * @param {unknown} output @param {ReadonlyMap<string, { type: string }>} variables
 */
function withNumbers(output, variables) {
  if (typeof output !== 'object' || output === null) return output;
  const entries = Object.entries(output).map(([name, value]) => [
    name,
    variables.get(name)?.type === 'number' && isNumeral(value) ? /** @type {Values} */ (JSON).rawJSON(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** @param {unknown} value */
const isNumeral = (value) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);

/** Texts of outcomes, by kind of step; null: name and value of each part. @type {Record<string, (output: any, req: Request, step: WorkflowStepState | undefined, state: string) => string[] | null>} */
const own = {
  action: ({ message, note, held }, { ctx: { t } }) =>
    held
      ? [t('admin.workflowRuns.held')]
      : message || note
        ? [message, note].filter(Boolean).map((one) => t(String(one)))
        : null,
  branch: ({ branch }, { ctx: { t } }) => [
    branch === null ? t('admin.workflowRuns.otherwise') : t('admin.workflowRuns.branch', { branch: String(branch) }),
  ],
  each: ({ rows, hasMore }, { ctx: { t } }, _, state) => {
    const isUnder = state === 'waiting';
    return [t(`admin.workflowRuns.${hasMore ? 'rowsOfMore' : isUnder ? 'rowsSoFar' : 'rows'}`, { count: rows })];
  },
  wait: ({ until, timeout }, { ctx: { t, formats } }) =>
    timeout
      ? [t('admin.workflowRuns.timeOver')]
      : until
        ? [t('admin.workflowRuns.until', { time: formats.dateTime(until) })]
        : null,
  workflow: ({ result, timeout, held }, { ctx: { t } }) =>
    held
      ? [t('admin.workflowRuns.held')]
      : timeout
        ? [t('admin.workflowRuns.timeOver')]
        : result
          ? [String(result)]
          : [],
  task: taskWords,
};

/** The answer; values that it filled in follow. @param {any} output @param {Request} req @param {any} step @returns {string[]} */
function taskWords({ outcome, comment, expired, needless }, { ctx: { t } }, step) {
  if (expired) return [t('admin.workflowRuns.expired')];
  if (needless) return [t('admin.workflowRuns.needless')];
  if (!outcome) return [];
  const label = step?.outcomes?.find((/** @type {Values} */ one) => one.name === outcome)?.label;
  return [label ? say(label, t) : outcome, ...(comment ? [`“${comment}”`] : [])];
}

/** How long something took. @param {number} ms @param {Request} req */
export function lasted(ms, req) {
  const { locale, t } = req.ctx;
  if (ms < SECOND) return t('admin.automation.ms', { ms });
  if (ms >= 2 * MINUTE) return duration(Math.round(ms / MINUTE), req);
  const unit = { style: /** @type {const} */ ('unit'), unit: 'second', maximumFractionDigits: 1 };
  return new Intl.NumberFormat(locale, unit).format(ms / SECOND);
}
