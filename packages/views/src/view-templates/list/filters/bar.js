/** @import { Actor, AskedCondition, FormControl, Html, Query, RenderContext, Table, ViewCompiler, ViewState, Values } from '@plinth/plugin' */
/** @import { FilterField } from './fields.js' */
import { attrs, html } from '@plinth/plugin';
import { createOpenedMenu } from '../opened-menu.js';
import { createChoices } from './choices.js';
import { describe } from './describe.js';
import { createEditor } from './editor.js';
import { filterFields } from './fields.js';
import { isConditionOf } from './parameters.js';

/** A field, alone or as a new alternative of a group: "status", "any-status". "any": the group, a field is to be chosen. */
const ADDED = /^(any\d?)?(?:(?:^|-)([a-z][a-z0-9_]*))?$/;

/**
 * The filters of a list: a button that offers the fields, and a chip for each condition.
 *
 * @typedef {{ button: (context: RenderContext) => Html | null, chips: (context: RenderContext) => Html | null,
 *   choices: (state: ViewState) => Query | null, controls: FormControl[], offers: (field: string, actor: Actor) => boolean }} FilterBar
 * @param {{ name: string, config: Values }} view @param {readonly (string | null)[]} shown names of the columns
 * @param {ViewCompiler} c @param {{ only?: boolean }} [options] only: those fields and no others, each with a chip of its own
 * @returns {FilterBar}
 */
export function createFilterBar(view, shown, c, { only = false } = {}) {
  const { table, icon } = c;
  if (view.config.filters === 'none' || !table)
    return { button: () => null, chips: () => null, choices: () => null, controls: [], offers: () => false };
  const own = { ...c, table };
  const fields = filterFields(own, shown).filter(({ field }) => !only || shown.includes(field.name));
  const known = new Map(fields.map((entry) => [entry.field.name, entry]));
  const edit = createEditor(own, view.name);
  const addedIn = (/** @type {ViewState} */ { query }) => {
    const [, group = '', field = null] = ADDED.exec(query[`${view.name}:add`] ?? '') ?? [];
    return { group, field };
  };
  const marks = { filter: icon('filter'), plus: icon('plus'), x: icon('x'), warn: icon('alert-triangle') };
  const button = html`<summary class="btn btn-sm">${marks.filter}<span>${c.t('list.filter')}</span></summary>`;
  const menu = createOpenedMenu({ name: 'filter', classes: 'pl-filter-menu', button }, c);
  const parts = { view, table, known, fields, edit, addedIn, marks, c, only };

  return {
    button: (context) => (fields.length > 0 ? menu(context, () => fieldChoice(parts, context, '')) : null),
    chips: (context) => chipRow(parts, context),
    choices: createChoices(table, fields, (state) => addedIn(state).field),
    offers: (name, actor) => known.get(name)?.isOffered(actor) === true,
    controls: fields.filter(({ kind }) => kind.name === 'rows').map(({ field }) => ({ field: field.name })),
  };
}

/**
 * @typedef {{ view: { name: string }, table: Table, known: Map<string, FilterField>, fields: readonly FilterField[],
 *   edit: ReturnType<typeof createEditor>, addedIn: (state: ViewState) => { group: string, field: string | null },
 *   marks: Record<'filter' | 'plus' | 'x' | 'warn', Html>, c: ViewCompiler, only: boolean }} Parts
 */

/**
 * The fields that a condition can be added for; those that already have one lead to it.
 *
 * @param {Parts} parts @param {RenderContext} context @param {string} group
 */
function fieldChoice({ fields, c: { t, icon } }, { location, env }, group) {
  const items = fields
    .filter(({ isOffered }) => isOffered(env.actor))
    .map(({ field, icon: mark }) => {
      const href = location.without(
        (key) => key === location.param('add'),
        [[location.param('add'), group ? `${group}-${field.name}` : field.name]],
      );
      return html`<a class="dropdown-item" href="${href}">${icon(mark)}<span>${field.label}</span></a>`;
    });
  const search =
    items.length > 8 &&
    html`<input class="form-control" type="search" data-pl-pick placeholder="${t('list.filter.field')}" aria-label="${t('list.filter.field')}" autocomplete="off" hidden>`;
  return html`${search}<div class="pl-picker" hx-boost:inherited="true">${items}</div>`;
}

/** The fields of a further alternative. @param {Parts} parts @param {RenderContext} context @param {string} group */
function alternatives(parts, context, group) {
  const { marks, c, addedIn } = parts;
  const added = addedIn(context.state);
  const isOpen = added.group === group && added.field === null;
  return html`<details class="dropdown pl-filter-menu" data-pl-menu${attrs({ open: isOpen })}><summary class="btn btn-sm btn-ghost">${marks.plus}<span>${c.t('list.filter.alternative')}</span></summary><div class="dropdown-menu pl-pop">${fieldChoice(parts, context, group)}</div></details>`;
}

/** @param {Parts} parts @param {RenderContext} context @returns {Html | null} */
function chipRow(parts, context) {
  const { known, addedIn, c, table, only } = parts;
  const { state, env, location } = context;
  const asked = state.asked.filter(({ field }) => known.get(field)?.isOffered(env.actor));
  const added = addedIn(state);
  const target = added.field === null ? undefined : known.get(added.field);
  const isNew =
    target?.isOffered(env.actor) && !asked.some(({ group, field }) => group === added.group && field === added.field);
  if (asked.length === 0 && !isNew && added.group === '' && !only) return null;
  const groups = [...new Set([...asked.map(({ group }) => group), ...(added.group ? [added.group] : [])])].filter(
    Boolean,
  );
  const chip = (/** @type {AskedCondition} */ one) => printChip(parts, context, one, added);
  const fresh = (/** @type {string} */ group) =>
    isNew && target && added.group === group ? newChip(parts, context, target, group) : null;
  const alone = asked.filter(({ group }) => group === '').map(chip);
  const boxes = groups.map((group) => {
    const inside = [...asked.filter((one) => one.group === group).map(chip), fresh(group)].filter(
      (one) => one !== null,
    );
    const or = html`<span class="pl-chip-or">${c.t('list.filter.orWord')}</span>`;
    return html`<div class="pl-chip-group" role="group" aria-label="${c.t('list.filter.group')}">${inside.map((one, i) => (i > 0 ? html`${or}${one}` : one))}${alternatives(parts, context, group)}</div>`;
  });
  const clear =
    asked.length > 1 &&
    html`<a class="btn btn-sm btn-ghost" href="${location.without((key) => key === location.param('add') || asked.some(({ group, field }) => isConditionOf(location, table.name, group, field)(key)))}">${c.t('list.filter.clear')}</a>`;
  const shown = new Set([...asked.map(({ field }) => field), isNew ? added.field : null]);
  const rest = only && offeredChips(parts, context, shown);
  return html`<div class="pl-chips" hx-boost:inherited="true">${alone}${fresh('')}${boxes}${rest}${clear}</div>`;
}

/** Chips of the fields without a condition yet. @param {Parts} parts @param {RenderContext} context @param {Set<string | null>} shown */
function offeredChips({ fields, marks }, { location, env }, shown) {
  return fields
    .filter(({ field, isOffered }) => !shown.has(field.name) && isOffered(env.actor))
    .map(({ field }) => {
      const href = location.without((key) => key === location.param('add'), [[location.param('add'), field.name]]);
      return html`<a class="pl-chip pl-chip-offer" href="${href}">${marks.plus}${field.label}</a>`;
    });
}

/** @param {Parts} parts @param {RenderContext} context @param {AskedCondition} asked @param {{ group: string, field: string | null }} added */
function printChip({ known, edit, marks, c, table }, context, asked, added) {
  const { t, formats, registry } = c;
  const { location } = context;
  const entry = /** @type {FilterField} */ (known.get(asked.field));
  const choices = choicesIn(context);
  const type = (/** @type {FilterField['field']} */ field) => registry.fieldType(field.type);
  const words = describe(asked, entry, { t, formats, type, choices });
  const isOwn = isConditionOf(location, table.name, asked.group, asked.field);
  const remove = location.without((key) => isOwn(key) || key === location.param('add'));
  const id = chipId(context, asked.group, asked.field);
  const isOpen = added.field === asked.field && added.group === asked.group;
  const text = words.map(
    ({ verb, value }) => html` <span class="pl-chip-verb">${verb}</span>${value && html` <b>${value}</b>`}`,
  );
  return html`<span class="pl-chip${asked.problem && ' pl-chip-wrong'}"><details class="dropdown" id="${id}" data-pl-menu${attrs({ open: isOpen })}><summary>${asked.problem && marks.warn}${entry.field.label}${text}</summary><div class="dropdown-menu pl-pop">${edit(context, entry, { group: asked.group, asked, choices })}</div></details><a class="pl-chip-x" href="${remove}" aria-label="${t('list.filter.remove', { field: entry.field.label })}">${marks.x}</a></span>`;
}

/** @param {Parts} parts @param {RenderContext} context @param {FilterField} entry @param {string} group */
function newChip({ edit, marks, c }, context, entry, group) {
  const { location } = context;
  const choices = choicesIn(context);
  const remove = location.without((key) => key === location.param('add'));
  const id = chipId(context, group, entry.field.name);
  return html`<span class="pl-chip pl-chip-new"><details class="dropdown" id="${id}" data-pl-menu open><summary>${entry.field.label} <span class="pl-chip-verb">…</span></summary><div class="dropdown-menu pl-pop">${edit(context, entry, { group, asked: null, choices })}</div></details><a class="pl-chip-x" href="${remove}" aria-label="${c.t('list.filter.remove', { field: entry.field.label })}">${marks.x}</a></span>`;
}

/** @param {RenderContext} context @param {string} group @param {string} field */
const chipId = ({ location }, group, field) => `${location.id}-${group}${group && '-'}${field}-chip`;

/** @param {RenderContext} context */
const choicesIn = ({ results }) => results?.choices?.rows[0] ?? null;
