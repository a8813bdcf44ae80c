/** @import { Actor, Field, FieldType, Html, RenderContext, Table, ViewCompiler, Values } from '@plinth/plugin' */
/** @import { Column } from './columns.js' */
import { asksFirst, attrs, cellKind, escapeHtml, html, isAmong, mayDo, writersOf } from '@plinth/plugin';

export const SELECT_SCRIPTS = ['core-views/js/views/list-select.js'];
export const SELECT_STYLE = 'core-views/css/list-select.css';

/** In a cell. */
// eslint-disable-next-line plinth/no-markup-search -- a field view of a plugin says what it shows by nothing but markup
const TAGS = /<[^>]*>/g;
/** Longest name of a row in the label of its box. */
const LONGEST = 60;

/**
 * What a list prints so that rows can be selected and changed together. `fields`: names of those that may be set for
 * several rows; `actions`: nodes of the list's own columns.
 *
 * @typedef {{ fields: readonly string[], actions: readonly { node: string, label: string }[], offers: (actor: Actor) => boolean,
 *   head: string, cell: (id: string | number, shown: string, form: string) => string,
 *   bar: (context: RenderContext) => Html }} Selecting
 */

/**
 * Boxes for rows and the bar of what can be done with them, for readers whose roles may do any of it. Which of the rows
 * they may do it to is decided by the gate, and said afterwards.
 *
 * @param {{ name: string, config: Values }} view @param {readonly Column[]} columns @param {ViewCompiler} c
 * @returns {Selecting | null}
 */
export function createSelecting({ name, config }, columns, c) {
  const { table, t, icon } = c;
  if (!config.selecting || !table || table.system) return null;
  const fields = changeableFields(columns, table, c);
  const actions = rowActions(config.columns, columns, c);
  const mayChange = (/** @type {Actor} */ actor) =>
    mayDo(table, 'update', actor) && fields.some((field) => isAmong(actor, writersOf(field)));
  const mayDelete = (/** @type {Actor} */ actor) => mayDo(table, 'delete', actor);
  const mayAct = (/** @type {Actor} */ actor) => actions.filter(({ right }) => !right || mayDo(table, right, actor));
  const [before, after] = escapeHtml(t('list.select.row', { name: '\n' })).split('\n');

  return {
    fields: fields.map((field) => field.name),
    actions: actions.map(({ node, label }) => ({ node, label })),
    offers: (actor) => mayChange(actor) || mayDelete(actor) || mayAct(actor).length > 0,
    head: html`<th class="pl-sel" scope="col"><input type="checkbox" class="form-check-input" data-pl-all aria-label="${t('list.select.all')}">`
      .text,
    cell(id, shown, form) {
      const key = escapeHtml(String(id));
      return `<td class="pl-sel"><label><input type="checkbox" class="form-check-input" name="id" value="${key}" form="${form}-sel" aria-label="${before}${nameIn(shown) || key}${after}"></label>`;
    },
    bar({ location, env }) {
      const { actor } = env;
      const own = `/view/${encodeURIComponent(name)}`;
      const edit =
        mayChange(actor) &&
        html`<button class="btn btn-sm" formmethod="get" formaction="${own}/change" data-pl-change>${icon('pencil')}<span>${t('list.select.edit')}</span></button>`;
      const buttons = mayAct(actor).map(
        ({ node, label, mark, confirm, asks }) =>
          html`<button class="btn btn-sm" name="node" value="${node}" formaction="${own}/act-on-rows"${attrs({ 'data-confirm': confirm || null, 'data-pl-ask': asks || null })}>${mark}<span>${label}</span></button>`,
      );
      const remove =
        mayDelete(actor) &&
        html`<button class="btn btn-sm btn-ghost-danger" formmethod="get" formaction="${own}/delete" data-pl-delete>${icon('trash')}<span>${t('list.select.delete')}</span></button>`;
      return html`<form class="pl-bulk" id="${location.id}-sel" method="post" action="${own}/change" data-pl-selects aria-label="${t('list.select.rows')}"><input type="hidden" name="return" value="${env.here}"><output data-text="${t('list.select.count')}"></output>${edit}${buttons}${remove}<button class="btn btn-sm btn-ghost" type="reset">${t('list.select.clear')}</button></form>`;
    },
  };
}

/**
 * Fields that have a column, and a cell or a control of a form that sets them. Several rows can't share a value that has
 * to be unique.
 *
 * @param {readonly Column[]} columns @param {Table} table @param {ViewCompiler} c
 */
function changeableFields(columns, table, { registry }) {
  const names = [...new Set(columns.flatMap(({ field }) => field ?? []))].filter((field) => table.hasField(field));
  return names
    .map((field) => table.field(field))
    .filter((field) => !field.unique && !field.traits.isUnique)
    .filter((field) => {
      const type = registry.fieldType(field.type);
      return cellKind(type, field) !== null || isSetByForm(type, field);
    });
}

/**
 * Lists of rows, files and formatted texts are set by the controls that forms have for them.
 *
 * @param {FieldType} type @param {Field} field
 */
const isSetByForm = ({ storage, traits }, { auto, formula }) =>
  !auto && !formula && (storage === 'join' || traits.value === 'files' || traits.value === 'text');

/**
 * The actions of the list's columns that make sense for several rows: none that leads away or shows a file; deleting has a
 * button of its own.
 *
 * @param {Values[]} entries @param {readonly Column[]} columns @param {ViewCompiler} c
 */
function rowActions(entries, columns, { registry, t, icon }) {
  const compiled = new Set(columns.map(({ key }) => key));
  return entries.flatMap(({ kind, action: chosen, text, icon: mark, confirm }, i) => {
    if (kind !== 'action' || !compiled.has(`c${i}`)) return [];
    const { name, right, label, icon: own, browser, background } = registry.action(chosen.action);
    if (browser || background || name === 'delete_row') return [];
    const asks = asksFirst(registry, chosen);
    return { node: `column${i}`, right, confirm, asks, label: t(text || label), mark: icon(mark || own) };
  });
}

/** The text of a cell, for an attribute. @param {string} shown markup */
function nameIn(shown) {
  const text = shown.replace(TAGS, '').replaceAll('"', '&quot;').trim();
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).replace(/&[^;]*$/, '')}…`;
}
