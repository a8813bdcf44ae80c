/** @import { ReferenceWalk, Registry, Table, Workflow, WorkflowVariable, Values } from '@plinth/plugin' */
/** @import { Draft } from '../base/draft.js' */
/** @import { Scope } from '../../types.d.ts' */
import {
  WORKFLOW_TYPES,
  defineKind,
  everyStep,
  inputInvalid,
  phrase,
  stepLists,
  stepSettings,
  workflowVariables,
} from '@plinth/plugin';
import { compact, sorted } from '../base/compact.js';
import { LIMITS } from '../../../catalog/limits/limits.js';
import { scopeOf } from '../../../catalog/model/references.js';
import { notFound } from '../../../postgres/errors/not-found.js';
import { checkAppOf } from '../base/app-of.js';
import { USER, carried } from '../base/carried.js';
import { checkName } from '../base/check-object.js';
import { find } from '../base/find.js';
import {
  description,
  label,
  name as named,
  oneOf as select,
  roles,
  table as tableSetting,
  yesOrNo,
} from '../base/kind-settings.js';
import { onlyKeys } from '../base/names.js';
import { checkRoles } from '../base/roles.js';
import { TEXT_BY_NAME } from '../base/takes.js';
import { chosenPerson, line, oneOf, paragraph, yesNo } from '../base/texts.js';
import { checkSteps, stepErrors } from '../base/workflow-steps.js';
import { valueProblem } from '../base/workflow-values.js';

const RIGHTS = /** @type {const} */ (['cause', 'user', 'system']);

export const workflow = defineKind({
  name: 'workflow',
  plural: 'workflows',
  label: 'workflow',
  icon: 'route',
  order: 70,
  schema: [
    label,
    description,
    tableSetting,
    select('as', RIGHTS, { default: 'cause' }),
    yesOrNo('enabled', true),
    roles,
    {
      name: 'variables',
      type: 'list',
      default: [],
      items: [
        { ...named, pattern: '[a-z][a-z0-9_]{0,47}' },
        label,
        select('type', Object.keys(WORKFLOW_TYPES), { default: 'text' }),
        yesOrNo('isInput', false),
        { name: 'value', type: 'expression', default: '' },
      ],
    },
    { name: 'steps', type: 'steps', default: [] },
    { name: 'onError', type: 'steps', default: [] },
  ],
  isNamedByLabel: true,
  defaults: { user: null },
  keys: [
    ...['name', 'label', 'description', 'app', 'table', 'as', 'user', 'enabled', 'roles', 'variables', 'steps'],
    'onError',
  ],
  check: checkWorkflow,
  references: mapWorkflow,
  notFound: (name, known) =>
    notFound('WORKFLOW_NOT_FOUND', phrase`There is no workflow "${name}"`, {
      hint: (names) => phrase`Workflows here: ${names}`,
      known,
    }),
  edits: {
    change: {
      about: 'Changes a workflow; `renamed` has the new names of variables by their old ones',
      optional: { renamed: TEXT_BY_NAME },
      plan(draft, input, _, change) {
        renameVariables(draft, find(workflow, draft.catalog, input.workflow).name, input.renamed ?? {});
        return change();
      },
    },
  },
  documents: {
    inputProperties: { user: USER },
    inside(object, at, { errors }, registry) {
      for (const [key, message] of Object.entries(stepErrors(object, registry))) errors[`${at}.${key}`] = message;
    },
    shortened: (object, registry, short) => shortened(object, registry, short),
    carried,
    install: installAll,
  },
  admin: { area: 'automation/workflows' },
});

/**
 * A workflow in stored form. Errors are keyed by where they are: `label`, `variables.<name>.value`, `steps.<id>.when`.
 *
 * @param {Values} input @param {Scope} scope @param {{ id: string, name: string }} [self] the workflow as it is
 * @returns {{ name: string, body: Values }}
 */
function checkWorkflow(input, scope, self) {
  const { catalog } = scope;
  const name = checkName(workflow, input, scope, self);
  const table = input.table ? catalog.table(String(input.table)) : null;
  if (table?.system) throw inputInvalid({ table: 'Workflows are possible on tables of apps only' });
  const as = oneOf('as', input.as, RIGHTS, 'cause');
  const variables = checkVariables(input.variables ?? [], scope, table);
  const lists = { steps: input.steps ?? [], onError: input.onError ?? [] };
  return {
    name,
    body: {
      label: line('label', input.label),
      description: paragraph('description', input.description),
      app: checkAppOf(input.app === undefined ? (table?.app ?? null) : input.app, catalog),
      table: table?.name ?? null,
      as,
      user: as === 'user' ? chosenPerson(input.user) : null,
      enabled: yesNo('enabled', input.enabled, true),
      roles: checkRoles(input.roles, catalog),
      variables,
      ...checkSteps(lists, { table: table?.name ?? null, variables }, scope),
    },
  };
}

/** @param {unknown} given @param {Scope} scope @param {Table | null} table @returns {WorkflowVariable[]} */
function checkVariables(given, { catalog }, table) {
  if (!Array.isArray(given)) throw inputInvalid({ variables: 'must be a list' });
  if (given.length > LIMITS.workflowVariables)
    throw inputInvalid({ variables: phrase`must have at most ${LIMITS.workflowVariables} entries` });
  const seen = new Set();
  const types = /** @type {WorkflowVariable['type'][]} */ (Object.keys(WORKFLOW_TYPES));
  return given.map((one, i) => {
    onlyKeys('a variable', one, ['name', 'label', 'type', 'isInput', 'value']);
    const { name } = one;
    if (typeof name !== 'string' || !/^[a-z][a-z0-9_]{0,47}$/.test(name) || name === 'constructor')
      throw inputInvalid({ [`variables.${i}.name`]: 'Use lower-case letters, digits and _, starting with a letter' });
    if (seen.has(name)) throw inputInvalid({ [`variables.${i}.name`]: phrase`"${name}" occurs twice` });
    seen.add(name);
    const at = `variables.${name}`;
    const type = oneOf(`${at}.type`, one.type, types, 'text');
    const value = one.value === undefined || one.value === null ? '' : one.value;
    if (typeof value !== 'string') throw inputInvalid({ [`${at}.value`]: 'must be text' });
    const wrong = value && valueProblem(value, type, scopeOf(catalog, table, {}));
    if (wrong) throw inputInvalid({ [`${at}.value`]: wrong });
    return { name, label: line(`${at}.label`, one.label), type, isInput: yesNo(`${at}.isInput`, one.isInput), value };
  });
}

/** @param {Values} body @param {ReferenceWalk} walk */
function mapWorkflow(body, walk) {
  const table = body.table ?? null;
  if (table) body.table = walk.visit({ kind: 'table', name: table, at: 'table' });
  body.variables = (body.variables ?? []).map((/** @type {Values} */ one) =>
    one.value ? { ...one, value: walk.expression(one.value, table, `variables.${one.name}.value`) } : one,
  );
  body.roles = walk.roles(body.roles);
  const { registry } = walk;
  const knowing = (inError = false) => walk.knowing({ variables: workflowVariables(body, { registry, inError }) });
  body.steps = knowing().steps(body.steps ?? [], table);
  body.onError = knowing(true).steps(body.onError ?? [], table);
  return body;
}

/**
 * What starts the workflow with a variable goes on to do so. The workflow itself has the new names already.
 *
 * @param {Draft} draft @param {string} name @param {unknown} renamed
 */
function renameVariables(draft, name, renamed) {
  if (typeof renamed !== 'object' || renamed === null || Array.isArray(renamed))
    throw inputInvalid({ renamed: 'must be an object' });
  const names = new Map(Object.entries(renamed));
  if (names.size === 0) return;
  draft.mapReferences((reference) =>
    reference.kind === 'variable' && reference.workflow === name ? names.get(reference.name) : undefined,
  );
}

/**
 * Workflows may run each other, so all of them exist before their steps are checked.
 *
 * @param {Draft} draft @param {readonly Values[]} workflows @param {Registry} registry
 */
function installAll(draft, workflows, registry) {
  const before = { catalog: draft.catalog, registry };
  const added = workflows.map((one) => {
    const { name, body } = checkWorkflow({ ...one, steps: [], onError: [] }, before);
    return { id: draft.add('workflow', name, body), name };
  });
  const after = { catalog: draft.catalog, registry };
  for (const [i, one] of workflows.entries()) {
    const { body } = checkWorkflow(one, after, added[i]);
    draft.change(added[i].id, { body });
  }
}

/**
 * A workflow in its shortest form. A document names no people: a task for one goes to whoever starts the workflow, which
 * stays off until somebody has looked at it.
 *
 * @param {Workflow} object @param {Registry} registry @param {(object: unknown) => Values} short
 * @returns {Values}
 */
function shortened(object, registry, short) {
  const copy = structuredClone(object);
  for (const step of [...everyStep(copy.steps, registry), ...everyStep(copy.onError, registry)]) {
    for (const to of ['to', 'escalate'].filter((key) => step.kind === 'task' && step[key] === 'user')) {
      Object.assign(step, { [to]: 'starter', [`${to}User`]: undefined });
      copy.enabled = false;
    }
  }
  const lists = { steps: compactSteps(copy.steps, registry), onError: compactSteps(copy.onError, registry) };
  const filled = Object.entries(lists).filter(([, steps]) => steps.length > 0);
  return { ...short({ ...copy, steps: [], onError: [] }), ...Object.fromEntries(filled) };
}

/**
 * Steps in their shortest form.
 *
 * @param {Workflow['steps']} steps @param {Registry} registry
 * @returns {Values[]}
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
