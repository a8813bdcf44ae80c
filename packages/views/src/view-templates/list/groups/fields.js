/** @import { ElementCompiler, Field, Html, RenderContext, RowModel, Table, ViewCompiler, ViewState, Values, Row } from '@plinth/plugin' */
/** @import { Column } from '../columns.js' */
import { html, isAmong, parseTyped, readersAt, renderer } from '@plinth/plugin';
import { STEPS, periodName } from './steps.js';

/**
 * A field that a list can be grouped by; dates also by week, month and so on, as `due:month`.
 *
 * @typedef {{ name: string, label: string, field: Field, step: import('./steps.js').Step | null, isFor: (context: Pick<RenderContext, 'env' | 'state'>) => boolean,
 *   mayRead: (actor: import('@plinth/plugin').Actor) => boolean,
 *   labelOf: (row: Row) => string | null,
 *   print: (value: unknown, label: string | null | undefined, context: RenderContext) => Html }} GroupField
 */

/**
 * Fields that rows can be grouped by: those with a column, and the one that the list was built with.
 *
 * @param {Values} config @param {readonly Column[]} columns @param {ViewCompiler} c @param {ElementCompiler} e
 * @returns {GroupField[]}
 */
export function groupFields({ groupBy }, columns, { table, catalog, registry, t }, e) {
  if (!table) return [];
  const of = table;
  const labels = new Map(columns.flatMap(({ field, label }) => (field ? [[field, label]] : [])));
  const names = [...new Set([...labels.keys(), ...(groupBy ? [groupBy] : [])])];
  return names
    .filter((name) => of.hasField(name) && canGroup(of.field(name)))
    .flatMap((name) => stepsOf(of.field(name)).map((step) => made(name, step)));

  /** An instant is shared by no two rows: its day may be. @param {Field} field @returns {GroupField['step'][]} */
  function stepsOf({ traits: { hasDay, hasTime } }) {
    if (hasDay && hasTime) return [...STEPS];
    return hasDay ? [null, ...STEPS.filter((step) => step !== 'day')] : [null];
  }

  /** @param {Field} field */
  function canGroup(field) {
    // No two rows share these, unless the list was built so.
    if (field.name !== groupBy && (field.unique || field.name === of.display)) return false;
    if (field.auto === 'id' || !registry.has('fieldType', field.type)) return false;
    return field.traits.groups && registry.fieldType(field.type).storage === 'column';
  }

  /** @param {string} name @param {GroupField['step']} step @returns {GroupField} */
  function made(name, step) {
    const field = of.field(name);
    const readers = readersAt(catalog, of, name);
    const mayRead = (/** @type {import('@plinth/plugin').Actor} */ actor) => isAmong(actor, readers);
    const label = field.target ? e.select({ field: name, label: true }) : null;
    const shown = labels.get(name) ?? field.label;
    const none = t('list.group.none', { field: shown });
    return {
      field,
      step,
      mayRead,
      name: step ? `${name}:${step}` : name,
      label: step ? t(`list.group.${step}`, { field: shown }) : shown,
      // In a list of child rows, all have the same parent.
      isFor: ({ env, state }) => mayRead(env.actor) && state.scope?.field !== name,
      labelOf: (row) => (label ? (row[label] ?? null) : null),
      print: step
        ? (value, _label, { env }) => html`${value === null ? none : periodName(String(value), step, env.formats)}`
        : printer(field, none),
    };
  }

  /** @param {Field} field @param {string} none @returns {GroupField['print']} */
  function printer(field, none) {
    const type = registry.fieldType(field.type);
    if (field.target) return (value, label) => html`${value === null ? none : (label ?? t('views.untitled'))}`;
    if (field.traits.value === 'boolean')
      return (value) => html`${value === null ? none : t(value === true ? 'views.yes' : 'views.no')}`;
    if (field.traits.value !== 'choice')
      return (value, _label, { env }) => html`${value === null ? none : type.format(value, field, env.formats)}`;
    const own = e.select({ field: field.name });
    const badge = renderer(e.show(field.name, type.views.list ? { view: type.views.list } : undefined));
    return (value, _label, context) => {
      /** @type {RowModel} */
      const m = { row: { id: null, [own]: value }, rowId: null, ...context };
      return value === null ? html`${none}` : badge(m);
    };
  }
}

/** No value, in an address; a text that starts like it has it twice. */
const NONE = '-';

/** A group in an address. @param {unknown} value */
export function asParam(value) {
  if (value === null || value === undefined || value === '') return NONE;
  const text = String(value);
  return text.startsWith(NONE) ? NONE + text : text;
}

/**
 * The value that a group in the address stands for.
 *
 * @param {ViewCompiler['registry']} registry @param {Field} field @param {string} text
 * @returns {unknown} null: no value; undefined: no row could have this
 */
export function valueOf(registry, field, text) {
  if (text === NONE) return null;
  const plain = text.startsWith(NONE) ? text.slice(NONE.length) : text;
  if (plain.includes('\0') || !plain.isWellFormed()) return undefined;
  // Of a former option there can still be rows.
  if (field.traits.value === 'choice') return plain;
  const value = parseTyped(registry, field, plain, undefined);
  return value === null ? undefined : value;
}

/** @param {{ name: string }} view @param {ViewState} state @param {string} name */
export const paramOf = ({ name: view }, { query }, name) => query[`${view}:${name}`] || null;
