/** @import { Catalog, Field, Node, Registry, Table, ViewTemplate } from '@plinth/plugin' */
import { node } from '@plinth/plugin';
import { displayField, fieldViewIfAny, rowFields, siteWords } from '../parts/default-fields.js';

/** Facts that stand below the title; more would be a table again. */
const MOST_CHIPS = 4;
/** Of so few fields, none stands apart. */
const FEW_FIELDS = 4;
/** More lists of related rows than these are tabs. */
const FEW_LISTS = 2;
/** Characters of a long text that a title takes, without making the top bar high. */
const TITLE_LENGTH = 50;

/**
 * The row's title with buttons, what one wants to know first as chips, the other fields in two columns, long texts below
 * them, related rows of other tables that have a list, and what people said and did beside all that. Each field that
 * people fill in or that is calculated is there.
 *
 * @type {ViewTemplate['defaults']}
 */
export function showDefaults(table, { catalog, registry, links }) {
  const display = displayField(table);
  const title = titleOf(display, registry);
  // A long text in the title is cut, and a number is only part of it, so the field itself follows as well.
  const fields = rowFields(table, registry).filter(
    (field) => field !== display || title.length === 0 || !isTitle(field),
  );
  const short = fields.filter((field) => !isLarge(field));
  const chips = short.length > FEW_FIELDS ? short.filter(isKeyFact).slice(0, MOST_CHIPS) : [];
  const long = fields.filter(isLarge);
  const rest = short.filter((field) => !chips.includes(field));
  const as = (/** @type {string} */ label) => (/** @type {Field} */ field) => fact(field, label, catalog, registry);
  const columns = inColumns(rest.map(as('above')));
  const main = [
    ...(columns.length + long.length > 0 ? [node('card', {}, [...columns, ...long.map(as('above'))])] : []),
    ...childLists(table, catalog),
  ];
  return {
    editing: true,
    layout: node('stack', {}, [
      ...head(table, title, { catalog, registry, links }),
      ...(chips.length > 0 ? [node('stack', { direction: 'row', gap: '2' }, chips.map(as('chip')))] : []),
      ...withActivity(table, main),
    ]),
  };
}

/** Whether it needs the whole width. @param {Field} field */
const isLarge = ({ traits }) => traits.isLong || traits.isPicture;

/** Whether the title says all of it. @param {Field} field */
const isTitle = (field) => !isLarge(field) && field.traits.value !== 'number';

/** Where the row stands, whose it is, when, and how much. @param {Field} field */
function isKeyFact({ traits, auto, formula }) {
  const { value, isMany, isPerson, hasUnit } = traits;
  return (
    !isMany &&
    (value === 'choice' || isPerson || value === 'date' || (value === 'number' && (hasUnit || auto || formula)))
  );
}

/**
 * What the row is called, and what leads away from here.
 *
 * @param {Table} table @param {Node[]} title @param {Parameters<ViewTemplate['defaults']>[1]} options @returns {Node[]}
 */
function head(table, title, { catalog, registry, links }) {
  const t = siteWords(catalog, registry);
  const back = {
    row: false,
    label: t('views.back_to_list', { table: table.label }),
    style: 'ghost',
    icon: 'arrow-left',
  };
  const edit = { row: true, label: t('views.edit'), style: 'primary', icon: 'pencil' };
  const buttons = [
    ...(links.list ? [node('view_link', { view: links.list, ...back })] : []),
    ...(links.edit ? [node('view_link', { view: links.edit, ...edit })] : []),
  ];
  if (title.length + buttons.length === 0) return [];
  const more = moreEntries(links, registry, t);
  if (more.length > 0) buttons.push(node('dropdown', { icon: 'dots', style: 'ghost', end: true }, more));
  const right = node('stack', { direction: 'row' }, buttons);
  return [node('stack', { direction: 'row', justify: 'between' }, [...title, right])];
}

/**
 * What else can be done with the row, for those who may. Deleting offers Undo.
 *
 * @param {Record<string, string>} links @param {Registry} registry @param {(key: string) => string} t @returns {Node[]}
 */
function moreEntries(links, registry, t) {
  const has = (/** @type {string} */ action) => registry.has('action', action);
  const action = { action: 'duplicate_row', config: links.show ? { goToView: links.show } : {} };
  const look = { style: 'ghost', icon: 'copy' };
  return [
    ...(has(action.action) ? [node('action_button', { action, label: t('views.show.duplicate'), ...look })] : []),
    ...(has('delete_row') ? [node('delete_button', {})] : []),
  ];
}

/**
 * What the row is called, as the heading; none where the label field is nothing that reads as a line.
 *
 * @param {Field | null} display @param {Registry} registry @returns {Node[]}
 */
function titleOf(display, registry) {
  if (!display) return [];
  const settings = { field: display.name, level: '1', sentence: true };
  if (!isLarge(display)) return [node('heading', settings)];
  const text = display.traits.isFree && !display.traits.isMarkup && fieldViewIfAny(registry, 'text', display.type);
  return text ? [node('heading', { ...settings, view: { ...text, options: { length: TITLE_LENGTH } } })] : [];
}

/** In two columns, read down one after the other. @param {Node[]} facts @returns {Node[]} */
function inColumns(facts) {
  if (facts.length === 0) return [];
  const half = facts.length > 1 ? Math.ceil(facts.length / 2) : facts.length;
  const parts = [facts.slice(0, half), facts.slice(half)].filter((part) => part.length > 0);
  const column = (/** @type {Node[]} */ part) => node('column', { width: 12 / parts.length }, part);
  return [node('columns', {}, parts.map(column))];
}

/** What people said about the row and what happened to it, beside the rest. @param {Table} table @param {Node[]} main @returns {Node[]} */
function withActivity(table, main) {
  if (table.comments === 'off' && !table.history) return main;
  const column = (/** @type {number} */ width, /** @type {Node[]} */ children) =>
    node('column', { width, tablet: 12 }, children);
  return [node('columns', {}, [column(8, main), column(4, [node('comments')])])];
}

/**
 * A field with its label. A relation links to its row, if that has a page.
 *
 * @param {Field} field @param {string} label @param {Catalog} catalog @param {Registry} registry
 */
function fact(field, label, catalog, registry) {
  const target = catalog.views.find((view) => view.template === 'show' && view.table === field.target);
  const view = target && fieldViewIfAny(registry, 'relation_link', field.type);
  return node('field', {
    field: field.name,
    label,
    ...(view && { view: { ...view, options: { view: target.name } } }),
  });
}

/** Lists of related rows; several of them as tabs. @param {Table} table @param {Catalog} catalog @returns {Node[]} */
function childLists(table, catalog) {
  const lists = catalog.children(table.name).flatMap(({ table: child, field }) => {
    const list = catalog.views.find((view) => view.template === 'list' && view.table === child.name);
    if (!list || child.system) return [];
    const view = node('embed', { view: list.name, relation: 'child', child: `${child.name}.${field.name}` });
    return [{ label: child.label, field, view }];
  });
  if (lists.length <= FEW_LISTS) return lists.map(({ view }) => view);
  const isTwice = (/** @type {string} */ label) => lists.filter((list) => list.label === label).length > 1;
  const tabs = lists.map(({ label, field, view }) =>
    node('tab', { label: isTwice(label) ? `${label} (${field.label})` : label }, [view]),
  );
  return [node('tabs', {}, tabs)];
}
