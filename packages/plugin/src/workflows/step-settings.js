/** @import { Registry, Setting, SettingsSchema, WorkflowStep, WorkflowStepState } from '../index.d.ts' */
import { expression, integer, minutes, select, text } from '../settings/helpers.js';

/** @type {SettingsSchema} */
const COMMON = [
  text('id', { required: true, pattern: '[a-z][a-z0-9_]{0,47}' }),
  text('kind', { required: true }),
  text('label', 'step.label', { max: 200, default: '' }),
];

/** @type {SettingsSchema} */
const CONDITION = [
  expression('when', 'step.when', {
    result: 'bool',
    default: '',
    help: 'step.when.help',
  }),
];

/** @type {SettingsSchema} */
const FAILING = [
  integer('retries', 'step.retries', { min: 0, max: 20, default: 0 }),
  minutes('retryAfter', 'step.retryAfter', {
    min: 1,
    max: 10_080,
    default: 1,
    help: 'step.retryAfter.help',
  }),
  select(
    'onError',
    'step.onError',
    { fail: 'step.onError.fail', continue: 'step.onError.continue' },
    { default: 'fail' },
  ),
];

/** @type {SettingsSchema} */
const UNDO = [
  {
    name: 'undo',
    type: 'steps',
    label: 'step.undo',
    default: [],
    help: 'step.undo.help',
  },
];

/**
 * All settings of a kind of step.
 *
 * @param {WorkflowStep} definition @returns {SettingsSchema}
 */
export function stepSettings({ settings, canFail, canUndo }) {
  return [...COMMON, ...settings, ...CONDITION, ...(canFail ? FAILING : []), ...(canUndo ? UNDO : [])];
}

/**
 * A list of steps inside a step. `path`: where it is, such as branches.0.steps; `label`: of the setting, or of the entry
 * that it belongs to.
 *
 * @typedef {{ path: string, setting: Setting, label: string, steps: readonly WorkflowStepState[], entry?: Record<string, any> }}
 *   StepList
 */

/**
 * The lists of steps inside a step, those of empty optional settings too.
 *
 * @param {WorkflowStep} definition @param {Record<string, any>} step @returns {StepList[]}
 */
export function stepLists(definition, step) {
  return stepSettings(definition).flatMap((setting) => {
    const { name, type, label = name, items = [] } = setting;
    if (type === 'steps') return [{ path: name, setting, label, steps: listAt(step, name) }];
    if (type !== 'list') return [];
    const inner = items.find((item) => item.type === 'steps');
    if (!inner) return [];
    return listAt(step, name).map((entry, i) => ({
      path: `${name}.${i}.${inner.name}`,
      setting: inner,
      label: String(entry?.label ?? ''),
      steps: listAt(entry ?? {}, inner.name),
      entry,
    }));
  });
}

/**
 * Every step with those inside it, outer ones first.
 *
 * @param {readonly WorkflowStepState[] | undefined} steps @param {Registry} registry
 * @returns {Generator<WorkflowStepState>}
 */
export function* everyStep(steps, registry) {
  for (const step of steps ?? []) {
    // Drafts come from browsers.
    if (typeof step !== 'object' || step === null) continue;
    yield step;
    if (!registry.has('workflowStep', step.kind)) continue;
    for (const list of stepLists(registry.workflowStep(step.kind), step)) yield* everyStep(list.steps, registry);
  }
}

/** @param {Record<string, any>} owner @param {string} name @returns {any[]} */
function listAt(owner, name) {
  return Object.hasOwn(owner, name) && Array.isArray(owner[name]) ? owner[name] : [];
}
