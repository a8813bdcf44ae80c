/** @import { Message, Registry, Table } from '@plinth/plugin' */
/** @import { Scope } from '../types.d.ts' */
import { readExpression } from '@plinth/expressions';
import { STEP_SETTINGS, checkSettings, inputInvalid, phrase } from '@plinth/plugin';
import { scopeOf } from '../../catalog/references.js';
import { comparedAsText } from '../../ddl/compared-as-text.js';
import { checkAppOf } from './app-of.js';
import { createInnerCheck } from './inner-settings.js';
import { explained } from './explained.js';
import { free, onlyKeys, triggerName } from './names.js';
import { line, oneOf, paragraph, yesNo } from './texts.js';

const KEYS = [
  ...['name', 'label', 'description', 'app', 'table', 'events', 'fields', 'from', 'to', 'when', 'steps', 'as', 'user'],
  'enabled',
];
const EVENTS = /** @type {const} */ (['insert', 'update', 'delete']);
const MOST_STEPS = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A trigger in stored form.
 *
 * @param {any} input @param {Scope} scope @param {{ id: string }} [self] the trigger as it is
 * @returns {{ name: string, body: any }}
 */
export function checkTrigger(input, { catalog, registry }, self) {
  onlyKeys('a trigger', input, KEYS);
  const label = line('label', input.label);
  if (label === '') throw inputInvalid({ label: 'Give it a name' });
  const taken = catalog.triggers.filter(({ id }) => id !== self?.id);
  const name = input.name ? free('trigger', triggerName(input.name), taken) : freeName(label, taken);
  if (!input.table) throw inputInvalid({ table: 'Choose a table' });
  const table = catalog.table(String(input.table));
  if (table.system) throw inputInvalid({ table: 'Triggers are possible on tables of apps only' });
  const as = oneOf('as', input.as, /** @type {const} */ (['cause', 'user', 'system']), 'cause');
  return {
    name,
    body: {
      ...{
        label,
        description: paragraph('description', input.description),
        app: checkAppOf(input.app === undefined ? table.app : input.app, catalog),
      },
      ...{ table: table.name, ...changesOf(input, table, registry) },
      when: condition('when', input.when, { catalog }, table),
      steps: checkSteps(input.steps, { catalog, registry }, table),
      ...{ as, user: as === 'user' ? userOf(input.user) : null },
      enabled: yesNo('enabled', input.enabled, true),
    },
  };
}

/** Which changes it is about. @param {any} input @param {Table} table @param {Registry} registry */
function changesOf(input, table, registry) {
  const events = EVENTS.filter((event) => list('events', input.events ?? []).includes(event));
  if (events.length === 0) throw inputInvalid({ events: 'Choose at least one' });
  const isUpdate = events.includes('update');
  const fields = isUpdate ? [...new Set(list('fields', input.fields ?? []))] : [];
  for (const field of fields) {
    if (!table.hasField(field)) throw inputInvalid({ fields: phrase`Table "${table.name}" has no field "${field}"` });
    const { formula, stored, type } = table.field(field);
    const isColumn = registry.has('fieldType', type) && registry.fieldType(type).storage === 'column';
    if ((formula && !stored) || !isColumn)
      throw inputInvalid({ fields: phrase`Changes of "${field}" can't be seen, because it has no column` });
  }
  const given = { from: isUpdate ? line('from', input.from) : '', to: isUpdate ? line('to', input.to) : '' };
  if (given.from === '' && given.to === '') return { events, fields, ...given };
  const only = fields.length === 1 ? table.field(fields[0]) : null;
  const key = given.from ? 'from' : 'to';
  if (!only || !comparedAsText(only))
    throw inputInvalid({ [key]: 'Choose exactly one field with simple values, or use a condition with old and row' });
  return { events, fields, ...given };
}

/** @param {string} key @param {unknown} value @returns {string[]} */
function list(key, value) {
  if (Array.isArray(value) && value.length <= 200 && value.every((one) => typeof one === 'string')) return value;
  throw inputInvalid({ [key]: 'must be a list' });
}

/** @param {string} key @param {unknown} source @param {Pick<Scope, 'catalog'>} scope @param {Table} table */
function condition(key, source, { catalog }, table) {
  if (source === undefined || source === null || source === '') return '';
  return explained(key, () => {
    readExpression(String(source), { ...scopeOf(catalog, table, { old: true }), result: ['bool'] });
    return String(source);
  });
}

/** @param {unknown} given @param {Scope} scope @param {Table} table */
function checkSteps(given, scope, table) {
  const schema = /** @type {const} */ ([
    { name: 'steps', type: 'list', items: STEP_SETTINGS, min: 1, max: MOST_STEPS },
  ]);
  const { steps } = checkSettings(schema, { steps: given ?? [] });
  const inner = createInnerCheck(
    scope.registry,
    () => '',
    () => '',
  );
  inner.inside(schema, { steps }, 'trigger');
  const errors = Object.entries(inner.errors).map(([key, message]) => [key.replace(/^trigger\./, ''), message]);
  if (errors.length > 0) throw inputInvalid(/** @type {Record<string, Message>} */ (Object.fromEntries(errors)));
  for (const [i, step] of steps.entries()) {
    condition(`steps.${i}.when`, step.when, scope, table);
    if (scope.registry.has('action', step.do.action) && scope.registry.action(step.do.action).takesSteps)
      throw inputInvalid({ [`steps.${i}.do`]: 'Steps can’t contain further lists of steps' });
  }
  return steps;
}

/** @param {unknown} user */
function userOf(user) {
  if (typeof user === 'string' && UUID.test(user)) return user;
  throw inputInvalid({ user: 'Choose a person' });
}

/** A name made from the label. @param {string} label @param {readonly { name: string }[]} others */
function freeName(label, others) {
  const words = label.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const plain =
    words
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^[^a-z]+|_+$/g, '')
      .slice(0, 50) || 'trigger';
  for (let n = 1; ; n++) {
    const name = n === 1 ? plain : `${plain}_${n}`;
    if (!others.some((other) => other.name === name)) return name;
  }
}
