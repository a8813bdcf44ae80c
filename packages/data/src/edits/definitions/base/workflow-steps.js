/** @import { Message, Reference, Registry, Workflow, WorkflowStepState, Values } from '@plinth/plugin' */
/** @import { Scope } from '../../types.d.ts' */
import {
  AppError,
  checkSettings,
  everyStep,
  inputInvalid,
  mapReferences,
  phrase,
  stepLists,
  stepSettings,
} from '@plinth/plugin';
import { missing } from '../../../catalog/model/problems.js';
import { exists, scopeOf } from '../../../catalog/model/references.js';
import { LIMITS } from '../../../catalog/limits/limits.js';
import { createInnerCheck } from './inner-settings.js';
import { rowErrors } from './workflow-rows.js';
import { valueProblem } from './workflow-values.js';

/** @typedef {{ steps: unknown, onError: unknown }} Lists */
/** @typedef {Pick<Workflow, 'table' | 'variables'>} About */

/**
 * The steps of a workflow in stored form, with the defaults of their settings.
 *
 * @param {Lists} given @param {About} about @param {Scope} scope
 * @returns {{ steps: WorkflowStepState[], onError: WorkflowStepState[] }}
 * @throws {AppError} INPUT_INVALID with messages by `steps.<id>.<setting>`
 */
export function checkSteps(given, about, scope) {
  const { lists, errors } = readSteps(given, about, scope.registry);
  checkActions(lists, scope.registry, errors);
  refuse(errors);
  refuse(rowErrors([...lists.steps, ...lists.onError], about.table, scope));
  checkNames(lists, about, scope, errors);
  refuse(errors);
  return lists;
}

/**
 * What is wrong with the steps of a workflow in a document, whatever they refer to.
 *
 * @param {Workflow} workflow @param {Registry} registry
 * @returns {Record<string, Message>}
 */
export function stepErrors(workflow, registry) {
  try {
    return readSteps(workflow, workflow, registry).errors;
  } catch (error) {
    if (error instanceof AppError && error.code === 'INPUT_INVALID')
      return /** @type {Values} */ (error.details).messages;
    throw error;
  }
}

/**
 * @param {Lists} given @param {About} about @param {Registry} registry
 * @returns {{ lists: { steps: WorkflowStepState[], onError: WorkflowStepState[] }, errors: Record<string, Message> }}
 */
function readSteps(given, about, registry) {
  /** @type {Record<string, Message>} */
  const errors = Object.create(null);
  const state = { registry, about, errors, ids: new Set(), count: 0 };
  const steps = checkList(given.steps, 'steps', 0, state);
  return { lists: { steps, onError: checkList(given.onError, 'onError', 0, state) }, errors };
}

/** @param {Record<string, Message>} errors */
function refuse(errors) {
  if (Object.keys(errors).length > 0) throw inputInvalid({ ...errors });
}

/** @typedef {{ registry: Registry, about: About, errors: Record<string, Message>, ids: Set<string>, count: number }} State */

/** @param {unknown} list @param {string} at @param {number} depth @param {State} state @returns {WorkflowStepState[]} */
function checkList(list, at, depth, state) {
  if (!Array.isArray(list)) throw inputInvalid({ [at]: 'must be a list of steps' });
  if (depth > LIMITS.workflowLevels)
    throw inputInvalid({ [at]: phrase`Steps can be nested at most ${LIMITS.workflowLevels} levels deep` });
  if ((state.count += list.length) > LIMITS.workflowSteps)
    throw inputInvalid({ steps: phrase`A workflow has at most ${LIMITS.workflowSteps} steps` });
  return list.map((step, i) => checkStep(step, `${at}.${i}`, depth, state));
}

/** @param {unknown} given @param {string} place @param {number} depth @param {State} state @returns {WorkflowStepState} */
function checkStep(given, place, depth, state) {
  const { registry } = state;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw inputInvalid({ [place]: 'must be an object' });
  const { id, kind } = /** @type {Record<string, unknown>} */ (given);
  if (typeof id !== 'string' || !/^[a-z][a-z0-9_]{0,47}$/.test(id) || id === 'constructor')
    throw inputInvalid({ [`${place}.id`]: 'Use lower-case letters, digits and _, starting with a letter' });
  const at = `steps.${id}`;
  if (state.ids.has(id)) throw inputInvalid({ [`${place}.id`]: phrase`"${id}" occurs twice` });
  state.ids.add(id);
  if (typeof kind !== 'string' || !registry.has('workflowStep', kind)) {
    const known = registry.all('workflowStep').map(({ name }) => name);
    throw inputInvalid({ [`${at}.kind`]: phrase`must be one of ${known.join(', ')}` });
  }
  const definition = registry.workflowStep(kind);
  const schema = stepSettings(definition);
  const step = settingsOf(schema, given, at, state);
  if (!step) return /** @type {any} */ (given);
  for (const { path, steps } of stepLists(definition, step)) {
    const checked = checkList(steps, `${at}.${path}`, depth + 1, state);
    const [name, index, inner] = path.split('.');
    if (inner === undefined) step[name] = checked;
    else step[name][Number(index)][inner] = checked;
  }
  const problems = definition.check?.(step, state.about) ?? {};
  for (const [key, message] of Object.entries(problems)) state.errors[`${at}.${key}`] = message;
  return step;
}

/**
 * @param {import('@plinth/plugin').SettingsSchema} schema @param {object} given @param {string} at @param {State} state
 * @returns {any} null: it has errors
 */
function settingsOf(schema, given, at, { registry, errors }) {
  const inner = createInnerCheck(
    registry,
    () => '',
    () => '',
  );
  try {
    const step = checkSettings(schema, given, at);
    inner.inside(schema, step, at);
    Object.assign(errors, inner.errors);
    const name = step.do?.action;
    if (registry.has('action', name) && registry.action(name).takesSteps)
      errors[`${at}.do`] = 'Steps can’t contain further lists of steps';
    return step;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SETTINGS_INVALID') throw error;
    Object.assign(errors, /** @type {Values} */ (error.details).messages);
    return null;
  }
}

/**
 * Nobody sits before a workflow, and it has steps of its own that wait. Documents of apps may still have such actions, which
 * do nothing.
 *
 * @param {ReturnType<typeof checkSteps>} lists @param {Registry} registry @param {Record<string, Message>} errors
 */
function checkActions(lists, registry, errors) {
  for (const { id, do: chosen } of [...everyStep(lists.steps, registry), ...everyStep(lists.onError, registry)]) {
    if (!registry.has('action', chosen?.action)) continue;
    const { browser, background } = registry.action(chosen.action);
    if (browser) errors[`steps.${id}.do`] = 'This action needs a browser, so a workflow can’t run it';
    if (background) errors[`steps.${id}.do`] = 'This action works in triggers only: use a step of the workflow';
  }
}

/**
 * What steps name must exist, and expressions must fit.
 *
 * @param {ReturnType<typeof checkSteps>} lists @param {About} about @param {Scope} scope @param {Record<string, Message>} errors
 */
function checkNames(lists, about, { catalog, registry }, errors) {
  const body = { ...about, ...lists };
  const types = new Map(about.variables.map(({ name, type }) => [`${name}`, type]));
  /** The variable that each value is for, by where the value is. @type {Map<string, any>} */
  const valuesOf = new Map();
  for (const step of [...everyStep(lists.steps, registry), ...everyStep(lists.onError, registry)])
    if (step.kind === 'set')
      for (const [i, { variable }] of step.values.entries())
        valuesOf.set(`steps.${step.id}.values.${i}.value`, variable);
  const context = { catalog, registry };
  mapReferences({ kind: 'workflow', body }, context, (reference) => {
    const wrong = problemOf(reference, catalog, types.get(valuesOf.get(reference.at)));
    if (wrong) errors[reference.at] ??= wrong;
  });
}

/**
 * @param {Reference} reference @param {Scope['catalog']} catalog @param {any} type of the variable that it is a value for
 * @returns {Message | null}
 */
function problemOf(reference, catalog, type) {
  const { kind, name } = reference;
  if (kind !== 'expression') return exists(catalog, reference) ? null : missing(reference);
  if (reference.table && !catalog.hasTable(reference.table)) return null;
  const table = reference.table ? catalog.table(reference.table) : null;
  const scope = scopeOf(catalog, table, reference);
  return valueProblem(name, type ?? (reference.result === 'bool' ? 'bool' : 'json'), scope);
}
