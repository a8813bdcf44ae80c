/** @import { Registry, ValueType, Workflow } from '../index.d.ts' */
import { everyStep } from './step-settings.js';

/** Types of a workflow's variables, and what expressions know them as. @type {Readonly<Record<string, ValueType>>} */
export const WORKFLOW_TYPES = Object.freeze({
  text: { name: 'text' },
  number: { name: 'decimal' },
  bool: { name: 'bool' },
  date: { name: 'date' },
  datetime: { name: 'moment' },
  json: { name: 'json' },
});

/** @type {Readonly<Record<string, ValueType>>} */
const TASK = Object.freeze({
  outcome: { name: 'text' },
  comment: { name: 'text' },
  by: { name: 'id' },
  at: { name: 'moment' },
});
/** @type {Readonly<Record<string, ValueType>>} */
const HOOK = Object.freeze({ url: { name: 'text' } });
/** @type {Readonly<Record<string, ValueType>>} */
const ERROR = Object.freeze({ message: { name: 'text' }, code: { name: 'text' }, step: { name: 'text' } });

/**
 * What expressions in a workflow may name beside the row, with types for `@plinth/expressions`.
 *
 * @param {Partial<Pick<Workflow, 'variables' | 'table' | 'steps' | 'onError'>>} workflow
 * @param {{ registry: Registry, inError?: boolean }} where inError: in the steps for errors
 * @returns {Readonly<Record<string, ValueType>>}
 */
export function workflowVariables({ variables = [], table, steps, onError }, { registry, inError = false }) {
  const all = [...everyStep(steps, registry), ...everyStep(onError, registry)];
  const tasks = all.filter(({ kind }) => registry.has('workflowStep', kind) && registry.workflowStep(kind).isTask);
  const hooks = all.filter((step) => step.kind === 'wait' && step.for === 'webhook');
  return {
    vars: record(variables.map(({ name, label, type }) => [name, label, WORKFLOW_TYPES[type] ?? WORKFLOW_TYPES.text])),
    tasks: record(tasks.map(({ id, label, title }) => [id, label || title, { name: 'record', of: TASK }])),
    hooks: record(hooks.map(({ id, label }) => [id, label, { name: 'record', of: HOOK }])),
    ...(table && { about: { name: 'row', table } }),
    ...(inError && { error: { name: 'record', of: ERROR } }),
  };
}

/** @param {[name: string, label: string, type: ValueType][]} entries @returns {ValueType} */
const record = (entries) => ({
  name: 'record',
  of: Object.fromEntries(entries.map(([name, , type]) => [name, type])),
  labels: Object.fromEntries(entries.map(([name, label]) => [name, String(label ?? '')])),
});
