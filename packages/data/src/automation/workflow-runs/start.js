/** @import { Actor, Catalog, Workflow } from '@plinth/plugin' */
/** @import { Within } from '../../gate/rows/within.js' */
/** @import { About, Start, StartOptions } from '../types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { readKey } from '../../catalog/schema/key.js';
import { mayReach, requireReach } from '../../rules/reach/system-of.js';
import { chainText } from '../../postgres/database/set-cause.js';
import { sql } from '../../postgres/sql/index.js';
import { addToken } from './claims.js';
import { hashOf } from '../../edits/engine/hash-of.js';
import { createDocument } from './document.js';
import { asVariable } from './variables.js';
import { storedJson } from '../../postgres/sql/stored-json.js';

/** Triggers and workflows that lead to each other; a circle ends here. */
const DEEPEST = 5;

/**
 * Starts runs of workflows.
 *
 * @param {{ registry: import('@plinth/plugin').Registry, catalog: () => Catalog, wake: () => void, isOutside(step: any): boolean,
 *   actions: ReturnType<typeof import('../actions/create-actions.js').createActions> }} context
 * @returns {Start} the id of the run; throws WORKFLOW_NOT_FOUND, WORKFLOW_OFF, WORKFLOW_LOOP, WORKFLOW_NEEDS_ROW,
 *   WORKFLOW_VALUE_INVALID, ROW_NOT_FOUND
 */
export function createStart({ registry, catalog, wake, isOutside, actions }) {
  return async (actor, { workflow: name, row = null, inputs = {} }, options = {}) => {
    const { gate = null } = options;
    const workflow = catalog().workflow(name);
    const reach = options.reach ?? actor.reach;
    if (reach && !mayReach(reach, workflow, workflow.as === 'cause')) throw notOfApp(workflow);
    if (!workflow.enabled && !options.isTest) throw isOff(workflow);
    const begin = async (/** @type {Within} */ on) => {
      const about = await rowOf(on, actor, workflow, row);
      const variables = await firstValues(on, actor, about, workflow, inputs);
      return insert({ tx: on.tx, catalog: catalog(), isOutside }, workflow, {
        key: about.id,
        variables,
        chain: actor.chain ?? [],
        cause: options.cause ?? actor.userId,
        ...options,
      });
    };
    const id = gate ? await begin(gate) : await actions.within(begin);
    wake();
    return id;
  };

  /** @param {Within} gate @param {Actor} actor @param {Workflow} workflow @param {unknown} key @returns {Promise<About>} */
  async function rowOf(gate, actor, { table: name, label }, key) {
    if (name === null) return { table: null, id: null };
    const table = catalog().table(name);
    if (key === null || key === undefined || key === '') throw needsRow(label);
    const id = /** @type {string | number} */ (readKey(registry, table, key));
    requireReach(actor, catalog(), name);
    await gate.get(actor, name, id, { fields: [] });
    return { table, id };
  }

  /** @param {Within} gate @param {Actor} actor @param {About} about @param {Workflow} workflow @param {Record<string, unknown>} inputs */
  async function firstValues(gate, actor, about, { variables, label }, inputs) {
    const strange = Object.keys(inputs).find((name) => !variables.some((one) => one.name === name && one.isInput));
    if (strange !== undefined) throw unknownInput(label, strange);
    const given = (/** @type {{ name: string }} */ { name }) => Object.hasOwn(inputs, name);
    const computed = variables.filter((one) => one.value && !given(one));
    const values = await actions.evaluate(
      gate.select,
      actor,
      about,
      computed.map(({ value }) => value),
    );
    const first = new Map(computed.map((one, i) => [one.name, values[i].value]));
    const { timeZone = 'UTC' } = catalog().settings;
    return Object.fromEntries(
      variables.map((one) => [
        one.name,
        asVariable(one, given(one) ? inputs[one.name] : first.get(one.name), timeZone),
      ]),
    );
  }
}

/**
 * @param {{ tx: Within['tx'], catalog: Catalog, isOutside(step: any): boolean }} on @param {Workflow} workflow
 * @param {StartOptions & { key: unknown, variables: object, chain: readonly string[], cause: string | null }} given
 * @returns {Promise<string>}
 */
async function insert(
  { tx, catalog, isOutside },
  workflow,
  { key, variables, chain, cause, parent = null, isTest = false },
) {
  const hash = hashOf(workflow);
  await tx.query(sql`
    insert into plinth.workflow_versions (hash, workflow_id, document)
    values (${hash}, ${workflow.id}::uuid, ${storedJson(workflow)}::jsonb) on conflict do nothing`);
  const { rows } = await tx.query(sql`
    insert into plinth.workflow_runs (object_id, version, row_key, variables, caused_by, chain, parent_token, is_test)
    values (${workflow.id}::uuid, ${hash}, ${key === null ? null : String(key)}, ${storedJson(variables)}::jsonb,
            ${cause}::uuid, ${chainText(chain)}::uuid[], ${parent}::uuid, ${isTest})
    returning id`);
  const [run] = rows;
  if (chain.length >= DEEPEST) throw loop(catalog, chain);
  const document = createDocument(workflow);
  const first = document.first('steps');
  const token = { run_id: run.id, epoch: 0, parent_id: null, root: 'steps', data: {} };
  await tx.query(
    addToken({
      ...token,
      path: first ?? '',
      phase: first ? 'enter' : 'ended',
      is_outside: first !== null && isOutside(document.at(first)),
    }),
  );
  return run.id;
}

/** @param {Workflow} workflow */
const notOfApp = ({ label }) =>
  new AppError(
    'APP_OUT_OF_REACH',
    phrase`The workflow "${label}" has the rights of the system, and belongs to another app`,
    {
      status: 403,
      hint: 'An app that was installed starts its own workflows, and those with the rights of the person who starts them',
    },
  );

/** @param {Workflow} workflow */
const isOff = ({ label }) =>
  new AppError('WORKFLOW_OFF', phrase`The workflow "${label}" is turned off`, {
    status: 422,
    hint: 'Turn it on in its settings',
  });

/** @param {string} label */
const needsRow = (label) =>
  new AppError('WORKFLOW_NEEDS_ROW', phrase`The workflow "${label}" is about a row, and there is none`, {
    status: 422,
    hint: 'Start it where a row is shown, or name the row',
  });

/** @param {string} label @param {string} name */
const unknownInput = (label, name) =>
  new AppError('WORKFLOW_VALUE_INVALID', phrase`The workflow "${label}" has no input "${name.slice(0, 63)}"`, {
    status: 422,
    hint: 'Its inputs are the variables that are marked as such',
  });

/** @param {Catalog} catalog @param {readonly string[]} chain */
function loop(catalog, chain) {
  const all = [...catalog.workflows, ...catalog.triggers];
  const names = chain.map((id) => all.find((one) => one.id === id)?.label ?? id);
  return new AppError('WORKFLOW_LOOP', phrase`Triggers and workflows start each other: ${names.join(' → ')}`, {
    status: 422,
    hint: 'Add a condition to one of them so that the circle ends',
  });
}
