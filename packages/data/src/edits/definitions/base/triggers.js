/** @import { Catalog, Message, Registry, Step, Table, Trigger, TriggerSource } from '@plinth/plugin' */
/** @import { Scope as ExpressionScope } from '@plinth/expressions' */
/** @import { Scope } from '../../types.d.ts' */
import { readExpression } from '@plinth/expressions';
import { STEP_SETTINGS, asPhrase, checkSettings, inputInvalid, needsRow, phrase } from '@plinth/plugin';
import { scopeOf } from '../../../catalog/model/references.js';
import { comparedAsText } from '../../../rules/expressions/before/compared-as-text.js';
import { grantOf } from '../../../rules/rights/index.js';
import { VISITOR } from '../../../rules/reach/run-actor.js';
import { checkAppOf } from './app-of.js';
import { checkBeforeSteps } from './before-steps.js';
import { createInnerCheck } from './inner-settings.js';
import { explained } from './explained.js';
import { checkTriggerExpressions } from './trigger-expressions.js';
import { free, freeName, onlyKeys, triggerName } from './names.js';
import { chosenPerson, line, oneOf, paragraph, yesNo } from './texts.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

const KEYS = [
  ...['name', 'label', 'description', 'app', 'source', 'options', 'table', 'events', 'fields', 'from', 'to', 'when'],
  ...['steps', 'timing', 'order', 'before', 'as', 'user', 'enabled'],
];
const EVENTS = /** @type {const} */ (['insert', 'update', 'delete']);
const MOST_ORDER = 9999;

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
  const name = input.name ? free('trigger', triggerName(input.name), taken) : freeName(label, taken, 'trigger');
  const source = sourceOf(input.source, registry);
  const table = tableOf(input.table, source, catalog);
  const scope = scopeOf(catalog, table, { event: source.event, ...(source.old && { old: true }) });
  const ofRows = source.name === 'rows' && table ? { ...changesOf(input, table, registry), table } : null;
  const timing = oneOf('timing', input.timing, /** @type {const} */ (['after', 'before']), 'after');
  const before = ofRows && timing === 'before' ? ofRows : null;
  const as = before ? 'cause' : oneOf('as', input.as, /** @type {const} */ (['cause', 'user', 'system']), 'cause');
  const body = {
    ...{
      label,
      description: paragraph('description', input.description),
      app: checkAppOf(input.app === undefined ? (table?.app ?? null) : input.app, catalog),
    },
    ...{ source: source.name, options: optionsOf(input.options, source, table), table: table?.name ?? null },
    ...(ofRows ? { events: ofRows.events, fields: ofRows.fields, from: ofRows.from, to: ofRows.to } : NO_CHANGES),
    when: condition('when', input.when, scope),
    steps: before ? [] : checkSteps(input.steps, scope, { catalog, registry, table }),
    ...{ timing: before ? timing : 'after', order: before ? orderOf(input.order, before.table.name, taken) : 0 },
    before: before ? checkBeforeSteps(input, { catalog, registry }, before.table, before) : [],
    ...{ as, user: as === 'user' ? chosenPerson(input.user) : null },
    enabled: yesNo('enabled', input.enabled, true),
  };
  if (!before) checkTriggerExpressions(body, { catalog, registry });
  if (source.as === 'system' && as === 'cause') checkVisitorMay(body.steps, table, { catalog, registry });
  return { name, body };
}

/**
 * Nobody is signed in when the clock or another system starts steps, so with the rights of whoever caused it each run would
 * fail at the first step that needs more than visitors have.
 *
 * @param {readonly Step[]} steps @param {Table | null} own @param {Scope} scope
 */
function checkVisitorMay(steps, own, { catalog, registry }) {
  const named = (/** @type {unknown} */ name) =>
    typeof name === 'string' && catalog.hasTable(name) ? catalog.table(name) : null;
  for (const { do: step } of steps) {
    if (!registry.has('action', step.action)) continue;
    const { label, needsUser, right, writes } = registry.action(step.action);
    const [about, does] = writes ? [named(step.config?.table), writes] : [own, right];
    const isClosed = about && does && grantOf(VISITOR, about, does) === 'none';
    if (needsUser || isClosed)
      throw inputInvalid({
        as: phrase`Nobody is signed in when this starts, and a visitor may not do “${asPhrase(label)}”. Choose a person or the system`,
      });
  }
}

/** @param {unknown} name @param {Registry} registry */
function sourceOf(name = 'rows', registry) {
  if (typeof name === 'string' && registry.has('triggerSource', name)) return registry.triggerSource(name);
  throw inputInvalid({ source: phrase`There is no trigger source "${String(name).slice(0, 63)}"` });
}

/** @param {unknown} name @param {TriggerSource} source @param {Catalog} catalog */
function tableOf(name, { table: need = 'no' }, catalog) {
  if (need === 'no' || (need === 'optional' && !name)) return null;
  if (!name) throw inputInvalid({ table: 'Choose a table' });
  const table = catalog.table(String(name));
  if (table.system) throw inputInvalid({ table: 'Triggers are possible on tables of apps only' });
  return table;
}

/** @param {unknown} given @param {TriggerSource} source @param {Table | null} table */
function optionsOf(given, { settings, check }, table) {
  const options = checkSettings(settings, given ?? {}, 'options');
  const wrong = check?.(options, { table });
  if (!wrong) return options;
  throw inputInvalid(Object.fromEntries(Object.entries(wrong).map(([key, message]) => [`options.${key}`, message])));
}

/** Of a trigger that is about something else. */
const NO_CHANGES = Object.freeze({ events: [], fields: [], from: '', to: '' });

/** The place of a trigger that runs before rows are saved: as given, or the last. @param {unknown} given @param {string} table @param {readonly Trigger[]} others */
function orderOf(given, table, others) {
  const known = others.filter((one) => one.timing === 'before' && one.table === table).map(({ order }) => order);
  if (given === undefined || given === null || given === '' || given === 0) return Math.max(0, ...known) + 1;
  const order = Number(given);
  if (Number.isInteger(order) && order >= 1 && order <= MOST_ORDER) return order;
  throw inputInvalid({ order: phrase`must be a whole number from 1 to ${MOST_ORDER}` });
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

/** @param {string} key @param {unknown} source @param {ExpressionScope} scope */
function condition(key, source, scope) {
  if (source === undefined || source === null || source === '') return '';
  return explained(key, () => {
    readExpression(String(source), { ...scope, result: ['bool'] });
    return String(source);
  });
}

/** @param {unknown} given @param {ExpressionScope} scope @param {Scope & { table: Table | null }} of */
function checkSteps(given, scope, { catalog, registry, table }) {
  const schema = /** @type {const} */ ([
    { name: 'steps', type: 'list', items: STEP_SETTINGS, min: 1, max: LIMITS.actionSteps },
  ]);
  const { steps } = checkSettings(schema, { steps: given ?? [] });
  const inner = createInnerCheck(
    registry,
    () => '',
    () => '',
  );
  inner.inside(schema, { steps }, 'trigger');
  const errors = Object.entries(inner.errors).map(([key, message]) => [key.replace(/^trigger\./, ''), message]);
  if (errors.length > 0) throw inputInvalid(/** @type {Record<string, Message>} */ (Object.fromEntries(errors)));
  for (const [i, step] of steps.entries()) {
    condition(`steps.${i}.when`, step.when, scope);
    if (!registry.has('action', step.do.action)) continue;
    const refuse = (/** @type {Message} */ message) => inputInvalid({ [`steps.${i}.do`]: message });
    const { browser, takesSteps } = registry.action(step.do.action);
    if (browser) throw refuse('This action needs a browser, so a trigger can’t run it');
    if (takesSteps) throw refuse('Steps can’t contain further lists of steps');
    if (!table && needsRow(registry, step.do, catalog)) throw refuse('This needs a row, but the trigger is about none');
  }
  return steps;
}
