/** @import { Type } from '@plinth/expressions' */
/** @import { Carried } from './literals.js' */
/** @import { Document } from './document.js' */
/** @import { WorkflowRun } from './types.d.ts' */
import { createHash } from 'node:crypto';
import { WORKFLOW_TYPES } from '@plinth/plugin';
import { stepsOf } from './document.js';
import { Exact, Typed } from './literals.js';

/**
 * The values of a run, by the names that expressions use for them.
 *
 * @param {WorkflowRun} run @param {Document} document @param {string} baseUrl
 * @returns {Carried}
 */
export function carriedValues(run, { body }, baseUrl) {
  const vars = body.variables.map(({ name, type }) => [name, asTyped(WORKFLOW_TYPES[type], run.variables[name])]);
  const hooks = [...stepsOf(body)]
    .filter(({ step }) => step.kind === 'wait' && step.for === 'webhook')
    .map(({ step: { id } }) => [id, { url: `${baseUrl}/hooks/workflow/${hookKey(run, id)}` }]);
  const tasks = Object.entries(run.results).map(([id, { at, ...result }]) => [
    id,
    { ...result, at: asTyped({ name: 'moment' }, at) },
  ]);
  return {
    vars: Object.fromEntries(vars),
    tasks: Object.fromEntries(tasks),
    hooks: Object.fromEntries(hooks),
    error: run.error ?? {},
  };
}

/** A JSON-safe value that knows how to be written as a literal. @param {{ name: string }} type @param {unknown} value @returns {unknown} */
export function asTyped({ name }, value) {
  if (value === null || value === undefined) return null;
  if (name === 'int') return new Exact(String(value));
  if (name === 'decimal') return new Exact(String(value).includes('.') ? String(value) : `${value}.0`);
  if (name === 'date') return new Typed('date', String(value));
  if (name === 'moment') return new Typed('timestamp', String(value));
  if (name === 'time') return new Typed('time', String(value));
  if (name === 'duration') return new Typed('duration', `${value}s`);
  return value;
}

/** The secret part of a webhook's address. @param {Pick<WorkflowRun, 'secret'>} run @param {string} step */
export const hookKey = ({ secret }, step) => createHash('sha256').update(`${secret} ${step}`).digest('base64url');

/** What is stored of it. @param {string} key */
export const hashOfHook = (key) => createHash('sha256').update(key).digest('base64url');
