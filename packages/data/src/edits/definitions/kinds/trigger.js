/** @import { Catalog, Message, ReferenceWalk, Registry, Step, Table, Trigger, TriggerSource, Values } from '@plinth/plugin' */
/** @import { Scope as ExpressionScope } from '@plinth/expressions' */
/** @import { Edit, Scope } from '../../types.d.ts' */
import { needsRow, readExpression } from '@plinth/expressions';
import {
  BEFORE_SETTINGS,
  STEP_SETTINGS,
  asPhrase,
  checkSettings,
  defineKind,
  inputInvalid,
  phrase,
} from '@plinth/plugin';
import { scopeOf } from '../../../catalog/model/references.js';
import { comparedAsText } from '../../../rules/expressions/before/compared-as-text.js';
import { grantOf } from '../../../rules/rights/index.js';
import { VISITOR } from '../../../rules/reach/run-actor.js';
import { LIMITS } from '../../../catalog/limits/limits.js';
import { checkAppOf } from '../base/app-of.js';
import { checkBeforeSteps } from '../base/before-steps.js';
import { USER, carried } from '../base/carried.js';
import { checkName } from '../base/check-object.js';
import { explained } from '../base/explained.js';
import { find } from '../base/find.js';
import { createInnerCheck } from '../base/inner-settings.js';
import {
  description,
  label,
  oneOf as select,
  severalOf,
  table,
  text,
  whenEquals,
  yesOrNo,
} from '../base/kind-settings.js';
import { NAME } from '../base/names.js';
import { chosenPerson, line, oneOf, paragraph, yesNo } from '../base/texts.js';
import { checkTriggerExpressions } from '../base/trigger-expressions.js';
import { POSITION, existing, takes } from '../base/takes.js';

const EVENTS = /** @type {const} */ (['insert', 'update', 'delete']);
const RIGHTS = /** @type {const} */ (['cause', 'user', 'system']);
const MOST_ORDER = 9999;

/** @type {Edit} */
const moveTrigger = {
  name: 'move-trigger',
  about: 'Moves a trigger that runs before rows are saved to a position among those of its table',
  takes: takes({ trigger: existing('trigger'), to: POSITION }),
  summary: (input, catalog) => phrase`Move trigger "${find(trigger, catalog, input.trigger).label}"`,
  plan(draft, input) {
    const { triggers } = draft.catalog;
    const moved = find(trigger, draft.catalog, input.trigger);
    if (moved.timing !== 'before') throw inputInvalid({ trigger: 'Only triggers before a row is saved have an order' });
    if (!Number.isInteger(input.to) || input.to < 0) throw inputInvalid({ to: 'must be a position, counted from 0' });
    const others = triggers.filter(
      (one) => one.timing === 'before' && one.table === moved.table && one.id !== moved.id,
    );
    const inOrder = others.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
    inOrder.splice(Math.min(input.to, inOrder.length), 0, moved);
    for (const [i, { id }] of inOrder.entries()) draft.merge(id, { order: i + 1 });
  },
};

export const trigger = defineKind({
  name: 'trigger',
  plural: 'triggers',
  label: 'trigger',
  icon: 'bolt',
  order: 60,
  schema: [
    label,
    description,
    text('source', { default: 'rows', pattern: NAME }),
    { name: 'options', type: 'json', default: {} },
    table,
    severalOf('events', EVENTS),
    { name: 'fields', type: 'fields', default: [], of: 'table' },
    text('from'),
    text('to'),
    { name: 'when', type: 'expression', default: '' },
    { name: 'steps', type: 'list', default: [], items: STEP_SETTINGS },
    select('timing', ['after', 'before'], { default: 'after' }),
    { name: 'order', type: 'integer', default: 0 },
    { name: 'before', type: 'list', default: [], items: BEFORE_SETTINGS },
    select('as', RIGHTS, { default: 'cause' }),
    yesOrNo('enabled', true),
  ],
  isNamedByLabel: true,
  defaults: { user: null },
  keys: [
    ...['name', 'label', 'description', 'app', 'source', 'options', 'table', 'events', 'fields', 'from', 'to', 'when'],
    ...['steps', 'timing', 'order', 'before', 'as', 'user', 'enabled'],
  ],
  check: checkTrigger,
  references: mapTrigger,
  edits: {
    change: {
      // Always possible, also for a trigger that could not be saved as it is.
      plan(draft, { changes, ...input }, _, change) {
        if (changes?.enabled !== false || Object.keys(changes).length > 1) return change();
        draft.merge(find(trigger, draft.catalog, input.trigger).id, { enabled: false });
      },
    },
  },
  extraEdits: [moveTrigger],
  documents: {
    jsonSchema: (schema, registry) => ({
      ...schema,
      allOf: registry
        .all('triggerSource')
        .map((source) => whenEquals('source', source.name, 'options', source.settings)),
    }),
    inputProperties: { user: USER },
    inside(object, at, check, registry) {
      check.inside([{ name: 'steps', type: 'list', items: STEP_SETTINGS }], object, at);
      if (registry.has('triggerSource', object.source))
        check.settings(registry.triggerSource(object.source).settings, object.options, `${at}.options`);
    },
    carried,
  },
  admin: { area: 'automation' },
});

/**
 * A trigger in stored form.
 *
 * @param {Values} input @param {Scope} scope @param {{ id: string, name: string }} [self] the trigger as it is
 * @returns {{ name: string, body: unknown }}
 */
function checkTrigger(input, { catalog, registry }, self) {
  const name = checkName(trigger, input, { catalog }, self);
  const taken = catalog.triggers.filter(({ id }) => id !== self?.id);
  const source = sourceOf(input.source, registry);
  const about = tableOf(input.table, source, catalog);
  const scope = scopeOf(catalog, about, { event: source.event, ...(source.old && { old: true }) });
  const ofRows = source.name === 'rows' && about ? { ...changesOf(input, about, registry), table: about } : null;
  const timing = oneOf('timing', input.timing, /** @type {const} */ (['after', 'before']), 'after');
  const before = ofRows && timing === 'before' ? ofRows : null;
  const as = before ? 'cause' : oneOf('as', input.as, RIGHTS, 'cause');
  const body = {
    label: line('label', input.label),
    description: paragraph('description', input.description),
    app: checkAppOf(input.app === undefined ? (about?.app ?? null) : input.app, catalog),
    source: source.name,
    options: optionsOf(input.options, source, about),
    table: about?.name ?? null,
    ...(ofRows ? { events: ofRows.events, fields: ofRows.fields, from: ofRows.from, to: ofRows.to } : NO_CHANGES),
    when: condition('when', input.when, scope),
    steps: before ? [] : checkSteps(input.steps, scope, { catalog, registry, table: about }),
    timing: before ? timing : 'after',
    order: before ? orderOf(input.order, before.table.name, taken) : 0,
    before: before ? checkBeforeSteps(input, { catalog, registry }, before.table, before) : [],
    as,
    user: as === 'user' ? chosenPerson(input.user) : null,
    enabled: yesNo('enabled', input.enabled, true),
  };
  if (!before) checkTriggerExpressions(body, { catalog, registry });
  if (source.as === 'system' && as === 'cause') checkVisitorMay(body.steps, about, { catalog, registry });
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

/** @param {Values} body @param {ReferenceWalk} walk */
function mapTrigger(body, walk) {
  const about = body.table ?? null;
  const source = body.source ?? 'rows';
  const known = walk.registry.has('triggerSource', source) ? walk.registry.triggerSource(source) : null;
  if (!known) walk.visit({ kind: 'definition', definition: 'triggerSource', name: source, at: 'source' });
  const knowing = walk.knowing({ old: known?.old ?? false, event: known?.event });
  if (known && body.options) body.options = walk.settings(known.settings, body.options, about, 'options');
  if (about) body.table = walk.visit({ kind: 'table', name: about, at: 'table' });
  body.fields = (body.fields ?? []).map((/** @type {string} */ name) =>
    walk.visit({ kind: 'field', name, at: 'fields', ...(about && { table: about }) }),
  );
  if (body.when) body.when = knowing.expression(body.when, about, 'when');
  body.steps = (body.steps ?? []).map((/** @type {unknown} */ step, /** @type {number} */ i) =>
    knowing.settings(STEP_SETTINGS, step, about, `steps.${i}`),
  );
  body.before = (body.before ?? []).map((/** @type {unknown} */ step, /** @type {number} */ i) =>
    knowing.settings(BEFORE_SETTINGS, step, about, `before.${i}`),
  );
  return body;
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

/** Which changes it is about. @param {Values} input @param {Table} table @param {Registry} registry */
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
