/** @import { Registry, SettingsSchema, Workflow, WorkflowStepState } from '@plinth/plugin' */
import { everyStep, stepLists, stepSettings } from '@plinth/plugin';
import { workflowPart } from './document-parts.js';

/**
 * Writes an object in its shortest form: keys in the schema's order, without values that equal the default. The same
 * object always gives the same bytes, so exporting, importing and exporting again changes nothing.
 *
 * @param {SettingsSchema} schema
 * @param {Record<string, any>} value
 * @returns {Record<string, any>}
 */
export function compact(schema, value) {
  /** @type {Record<string, any>} */
  const result = {};
  for (const setting of schema) {
    const entry = value[setting.name];
    if (entry === undefined || entry === null || entry === '' || same(entry, setting.default)) continue;
    const { items } = setting;
    result[setting.name] = items ? entry.map((/** @type {any} */ item) => compact(items, item)) : sorted(entry);
  }
  return result;
}

/**
 * A workflow in its shortest form. A document names no people: a task for one goes to whoever starts the workflow, which
 * stays off until somebody has looked at it.
 *
 * @param {Workflow} workflow @param {Registry} registry
 * @returns {Record<string, any>}
 */
export function compactWorkflow(workflow, registry) {
  const copy = structuredClone(workflow);
  for (const step of [...everyStep(copy.steps, registry), ...everyStep(copy.onError, registry)]) {
    for (const to of ['to', 'escalate'].filter((key) => step.kind === 'task' && step[key] === 'user')) {
      Object.assign(step, { [to]: 'starter', [`${to}User`]: undefined });
      copy.enabled = false;
    }
  }
  const lists = { steps: compactSteps(copy.steps, registry), onError: compactSteps(copy.onError, registry) };
  const filled = Object.entries(lists).filter(([, steps]) => steps.length > 0);
  return { ...compact(workflowPart, { ...copy, steps: [], onError: [] }), ...Object.fromEntries(filled) };
}

/**
 * Steps in their shortest form.
 *
 * @param {readonly WorkflowStepState[]} steps @param {Registry} registry
 * @returns {Record<string, any>[]}
 */
function compactSteps(steps, registry) {
  return steps.map((step) => {
    if (!registry.has('workflowStep', step.kind)) return sorted(step);
    const definition = registry.workflowStep(step.kind);
    const short = compact(stepSettings(definition), step);
    for (const { path, steps: inner } of stepLists(definition, step)) {
      const [name, i, within] = path.split('.');
      const owner = within === undefined ? short : short[name][Number(i)];
      if (inner.length > 0) owner[within ?? name] = compactSteps(inner, registry);
    }
    return short;
  });
}

/**
 * A deep copy with keys in alphabetical order, since jsonb does not keep the original order.
 *
 * @param {any} value @returns {any}
 */
export function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .filter((key) => value[key] !== undefined)
      .map((key) => [key, sorted(value[key])]),
  );
}

/** @param {unknown} a @param {unknown} b */
function same(a, b) {
  return a === b || JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}
