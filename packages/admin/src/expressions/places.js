/** @import { Scope } from '@plinth/expressions' */
/** @import { Catalog, Registry, Workflow, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
import { recordType } from '@plinth/expressions';
import { askedRecord, workflowVariables } from '@plinth/plugin';

/**
 * What an expression may use, by where it is (docs/reference/expressions.md): `condition` and `value` belong to views
 * and layouts, `change` to triggers, which know the row before the change.
 *
 * @type {Readonly<Record<string, Partial<Scope>>>}
 */
const PLACES = Object.freeze({
  formula: { allowUser: false },
  default: { allowRelations: false },
  rule: { result: ['bool'] },
  condition: { result: ['bool'] },
  change: {},
  value: {},
});

/**
 * Where an expression is, as its control says.
 *
 * @typedef {{ table: string | null, place: string, result: string | null, event: string | null,
 *   input?: string | null, workflow?: string | null }} Where event: the source of a trigger, whose `event` it may name;
 *   input: what the steps around ask for, as "name:type,name:type"; workflow: what a step of a workflow may name, as
 *   `stepNames` writes it
 */

/** @param {{ get(name: string): string | null }} given @returns {Where} */
export function readWhere(given) {
  const place = given.get('place') ?? '';
  return {
    event: given.get('event') || null,
    workflow: given.get('workflow') || null,
    input: given.get('input') || null,
    table: given.get('table') || null,
    place: Object.hasOwn(PLACES, place) ? place : 'value',
    result: given.get('result') || null,
  };
}

/** @param {Request} req @param {Where} where @returns {Scope} */
export function scopeOf({ ctx: { catalog, app } }, { table: name, place, result, event: source, input, workflow }) {
  const table = name && catalog.hasTable(name) ? catalog.table(name) : null;
  const old = { name: /** @type {const} */ ('row'), table: table?.name ?? '' };
  const event = source && app.registry.has('triggerSource', source) ? app.registry.triggerSource(source).event : [];
  return {
    catalog,
    table,
    variables: {
      ...(workflow && readStepNames(workflow, catalog, app.registry)),
      ...(place === 'change' && table && { old }),
      ...(event.length > 0 && { event: recordType(event) }),
      ...(input && { input: askedRecord(readAsked(input)) }),
    },
    ...PLACES[place],
    ...(result === 'bool' && { result: ['bool'] }),
  };
}

/**
 * What the expressions of a step may name, for its controls.
 *
 * @param {Pick<Workflow, 'table' | 'variables'>} workflow @param {readonly string[]} tasks ids @param {boolean} inError
 */
export const stepNames = ({ table, variables }, tasks, inError) =>
  JSON.stringify({ table, inError, tasks, variables: variables.map(({ name, type }) => [name, type]) });

/** @param {string} text @param {Catalog} catalog @param {Registry} registry @returns {Values} none if it can't be read */
function readStepNames(text, catalog, registry) {
  try {
    const { table, inError, tasks, variables } = JSON.parse(text);
    return workflowVariables(
      {
        table: catalog.hasTable(table) ? table : null,
        variables: variables.map((/** @type {string[]} */ [name, type]) => ({ name, type })),
        steps: tasks.map((/** @type {string} */ id) => ({ id, kind: 'task' })),
      },
      { registry, inError },
    );
  } catch {
    return {};
  }
}

/** @param {string} input @returns {import('@plinth/plugin').AskedField[]} */
const readAsked = (input) =>
  input.split(',').map((entry) => {
    const [name, type] = entry.split(':');
    return { name, label: name, type: /** @type {'text'} */ (type), required: false };
  });

/** Whether conditions can be built from lists there. @param {Scope} scope */
export const isCondition = ({ result }) => result?.length === 1 && result[0] === 'bool';

/**
 * Attributes of a control with an expression, for assets/expressions.js and assets/completion.js.
 *
 * @param {Partial<Where> & { prefix?: string }} where prefix: the prefix of an expression if a value is also possible
 */
export const expressionAttrs = (where) => ({
  spellcheck: 'false',
  autocapitalize: 'off',
  autocomplete: 'off',
  'data-expression': JSON.stringify(where),
});
