import { pathText, replacePaths } from '@plinth/expressions';
import { WORKFLOW_TYPES, mapReferences, stepSettings } from '@plinth/plugin';
import { readSettings, settingsControls } from '../frame/index.js';
import { stepNames } from '../expressions/places.js';
import { placeOf, tasksOf } from './document.js';

/** @import { Setting, SettingsSchema, Workflow, Values } from '@plinth/plugin' */
/** @import { Form, Request } from '../types.d.ts' */
/** @import { Draft } from './document.js' */

const PREFIX = 's.';
/** After a change of these, other settings have other choices. */
const RULING = ['action', 'table', 'workflow', 'field'];

/** Settings of the workflow that its editor shows while no step is selected. @type {SettingsSchema} */
const VARIABLES = [
  {
    name: 'variables',
    type: 'list',
    label: 'admin.workflow.variables',
    help: 'admin.workflow.variablesHelp',
    items: [
      { name: 'name', type: 'text', label: 'admin.workflow.variableName', required: true, max: 48 },
      { name: 'label', type: 'text', label: 'admin.workflow.label', max: 200 },
      {
        name: 'type',
        type: 'select',
        label: 'admin.workflow.type',
        required: true,
        default: 'text',
        options: Object.keys(WORKFLOW_TYPES).map((value) => ({ value, label: `admin.workflow.type.${value}` })),
      },
      { name: 'value', type: 'expression', label: 'admin.workflow.firstValue' },
      { name: 'isInput', type: 'boolean', label: 'admin.workflow.isInput' },
      // Says which variable an entry was, so that a new name is known as such.
      { name: 'was', type: 'steps' },
    ],
  },
];

/** @param {Request} req @param {string} kind @returns {SettingsSchema} */
const schemaOf = ({ ctx: { app } }, kind) =>
  stepSettings(app.registry.workflowStep(kind)).filter(({ name }) => name !== 'id' && name !== 'kind');

/**
 * The form of a step, or of the workflow's variables.
 *
 * @param {Request} req @param {Workflow} workflow @param {Draft} draft
 * @param {{ id: string, errors: Record<string, string>, people: readonly { value: string, label: string }[] }} wanted id:
 *   of the step; empty: the variables
 */
export function stepForm(req, workflow, draft, { id, errors, people }) {
  const { catalog, app } = req.ctx;
  const place = id ? placeOf(draft, id, workflow.table, app.registry) : null;
  if (id && (!place || !app.registry.has('workflowStep', place.step.kind))) return null;
  const known = (/** @type {string | null} */ name) => (name && catalog.hasTable(name) ? catalog.table(name) : null);
  const about = { ...workflow, ...draft };
  const names = stepNames(about, tasksOf(draft, app.registry), place?.inError ?? false);
  const context = { prefix: PREFIX, workflow: { names, variables: draft.variables, people } };
  if (!place)
    return settingsControls(req, VARIABLES, draft, {
      ...context,
      table: known(workflow.table),
      errors: ownErrors(errors, 'variables.', 'variables.', draft.variables),
      workflow: { ...context.workflow, names: stepNames({ table: null, variables: [] }, [], false) },
    });
  const { step, table } = place;
  return settingsControls(req, schemaOf(req, step.kind), step, {
    ...context,
    table: known(table),
    errors: ownErrors(errors, `steps.${id}.`),
  });
}

/**
 * Errors by the control's path. Those of variables are by name, and the controls by position.
 *
 * @param {Record<string, string>} errors @param {string} prefix @param {string} [before]
 * @param {readonly { name: string }[]} [named]
 */
export function ownErrors(errors, prefix, before = '', named = []) {
  const at = (/** @type {string} */ rest) => {
    const [name, ...more] = rest.split('.');
    const i = named.findIndex((one) => one.name === name);
    return [i < 0 ? name : i, ...more].join('.');
  };
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, message]) => [PREFIX + before + at(key.slice(prefix.length)), message]),
  );
}

/**
 * What a submitted form makes of a draft.
 *
 * @param {Request} req @param {Workflow} workflow @param {Draft} draft @param {string} id @param {Form} form
 * @returns {{ draft: Draft, renamed: Record<string, string>, redraw: boolean }} redraw: its form has other controls now
 */
export function readStep(req, workflow, draft, id, form) {
  const { app, catalog } = req.ctx;
  if (!id) return readVariables(req, workflow, draft, form);
  const copy = structuredClone(draft);
  const place = placeOf(copy, id, workflow.table, app.registry);
  if (!place || !app.registry.has('workflowStep', place.step.kind)) return { draft, renamed: {}, redraw: false };
  const { step } = place;
  const schema = schemaOf(req, step.kind);
  const table = place.table && catalog.hasTable(place.table) ? catalog.table(place.table) : null;
  const values = readSettings(req, schema, form, { prefix: PREFIX, table });
  const before = structuredClone(step);
  for (const setting of schema) takeSetting(step, setting, values[setting.name], before);
  const redraw = schema.some((one) => RULING.includes(one.type) && ruled(before[one.name]) !== ruled(step[one.name]));
  return { draft: copy, renamed: {}, redraw };
}

/** What other settings depend on. @param {any} value */
const ruled = (value) =>
  typeof value === 'object' && value !== null ? JSON.stringify([value.action, ...rulingIn(value.config)]) : value;

/** @param {unknown} config */
const rulingIn = (config) =>
  Object.entries(config ?? {}).flatMap(([name, value]) => {
    // Each value has the control of its field.
    if (Array.isArray(value)) return [value.map((one) => one?.field ?? null)];
    return /table|workflow|function|view/.test(name) && typeof value === 'string' ? [[name, value]] : [];
  });

/** @param {Values} step @param {Setting} setting @param {any} value @param {unknown} before */
function takeSetting(step, { name, type, items = [] }, value, before) {
  const inner = items.find((item) => item.type === 'steps')?.name;
  if (type === 'steps') return;
  if (value === undefined) return void delete step[name];
  step[name] = inner
    ? value.map((/** @type {Values} */ entry) => ({ ...entry, [inner]: stepsAt(before, entry[inner]) }))
    : value;
}

/** The steps that an entry of a list had. @param {any} before @param {unknown} path such as branches.0.steps */
function stepsAt(before, path) {
  const [list, i, inner] = String(path ?? '').split('.');
  return (Object.hasOwn(before, list) && before[list]?.[Number(i)]?.[inner]) || [];
}

/** @param {Request} req @param {Workflow} workflow @param {Draft} draft @param {Form} form @returns {ReturnType<typeof readStep>} */
function readVariables(req, { table }, draft, form) {
  const { registry } = req.ctx.app;
  const given = readSettings(req, VARIABLES, form, { prefix: PREFIX }).variables ?? [];
  /** @type {Record<string, string>} */
  const renamed = {};
  const variables = given.map((/** @type {any} */ { was, ...one }) => {
    const old = draft.variables[Number(String(was ?? '').split('.')[1])]?.name;
    if (old && one.name && old !== one.name) renamed[old] = one.name;
    return { isInput: false, label: '', value: '', type: 'text', name: '', ...one };
  });
  const next = { ...draft, variables };
  return { draft: Object.keys(renamed).length > 0 ? withNames(next, renamed) : next, renamed, redraw: false };

  /** @param {Draft} body @param {Record<string, string>} names @returns {Draft} */
  function withNames(body, names) {
    const context = { registry, catalog: req.ctx.catalog };
    const { steps, onError } = mapReferences({ kind: 'workflow', body: { ...body, table } }, context, (reference) => {
      if (reference.kind === 'variable' && !reference.workflow) return names[reference.name];
      return reference.kind === 'expression' ? renamedIn(reference.name, names) : undefined;
    });
    return { ...body, steps, onError };
  }
}

/** An expression with other names of variables. @param {string} source @param {Record<string, string>} names */
const renamedIn = (source, names) =>
  replacePaths(source, ({ root, steps: [name, ...rest] }) =>
    root === 'vars' && name && Object.hasOwn(names, name) ? pathText('vars', [names[name], ...rest]) : undefined,
  );
