/** @import { Table, WorkflowVariable } from '@plinth/plugin' */
/** @import { Scope } from '../../types.d.ts' */
import { WORKFLOW_TYPES, inputInvalid, phrase } from '@plinth/plugin';
import { scopeOf } from '../../../catalog/model/references.js';
import { checkAppOf } from './app-of.js';
import { free, freeName, onlyKeys, workflowName } from './names.js';
import { checkRoles } from './roles.js';
import { chosenPerson, line, oneOf, paragraph, yesNo } from './texts.js';
import { checkSteps } from './workflow-steps.js';
import { valueProblem } from './workflow-values.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

const KEYS = [
  ...[
    'name',
    'label',
    'description',
    'app',
    'table',
    'as',
    'user',
    'enabled',
    'roles',
    'variables',
    'steps',
    'onError',
  ],
];

/**
 * A workflow in stored form. Errors are keyed by where they are: `label`, `variables.<name>.value`, `steps.<id>.when`.
 *
 * @param {any} input @param {Scope} scope @param {{ id: string }} [self] the workflow as it is
 * @returns {{ name: string, body: any }}
 */
export function checkWorkflow(input, scope, self) {
  const { catalog } = scope;
  onlyKeys('a workflow', input, KEYS);
  const label = line('label', input.label);
  if (label === '') throw inputInvalid({ label: 'Give it a name' });
  const taken = catalog.workflows.filter(({ id }) => id !== self?.id);
  const name = input.name ? free('workflow', workflowName(input.name), taken) : freeName(label, taken, 'workflow');
  const table = input.table ? catalog.table(String(input.table)) : null;
  if (table?.system) throw inputInvalid({ table: 'Workflows are possible on tables of apps only' });
  const as = oneOf('as', input.as, /** @type {const} */ (['cause', 'user', 'system']), 'cause');
  const variables = checkVariables(input.variables ?? [], scope, table);
  const lists = { steps: input.steps ?? [], onError: input.onError ?? [] };
  return {
    name,
    body: {
      ...{ label, description: paragraph('description', input.description) },
      app: checkAppOf(input.app === undefined ? (table?.app ?? null) : input.app, catalog),
      ...{ table: table?.name ?? null, as, user: as === 'user' ? chosenPerson(input.user) : null },
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
