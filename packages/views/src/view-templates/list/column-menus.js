/** @import { Html, RenderContext, ViewCompiler } from '@plinth/plugin' */
/** @import { Column } from './columns.js' */
/** @import { FilterBar } from './filters/bar.js' */
/** @import { Grouping } from './groups/grouping.js' */
/** @import { ChosenTotals } from './totals.js' */
import { attrs, html, isAdmin, isAmong } from '@plinth/plugin';

/** The value of `view:menu` in the address that asks for them. */
const NAME = 'columns';

/**
 * The menus at the heads of the columns: sort, filter, group, total and hide. Few readers open one, so all of a list are sent when
 * the first is asked for (list-heads.js, which also has the buttons). Each has only what its reader may do.
 *
 * @param {readonly Column[]} columns @param {{ filters: FilterBar, grouping: Grouping, chosen: ChosenTotals }} uses @param {ViewCompiler} c
 * @returns {(context: RenderContext) => Html | null} null: nobody asked for them
 */
export function createColumnMenus(columns, { filters, grouping, chosen }, { t, icon, table }) {
  /** @param {string} key @param {string} mark */
  const entryOf = (key, mark) => {
    const shown = html`${icon(mark)}<span>${t(`list.head.${key}`)}</span>`;
    /** @param {string} href @param {Record<string, string | boolean | null>} [more] */
    return (href, more = {}) =>
      html`<a class="dropdown-item" role="menuitem" tabindex="-1" href="${href}"${attrs(more)}>${shown}</a>`;
  };
  const entries = {
    ascending: entryOf('ascending', 'sort-ascending'),
    descending: entryOf('descending', 'sort-descending'),
    unsort: entryOf('unsort', 'x'),
    filter: entryOf('filter', 'filter'),
    group: entryOf('group', 'layout-rows'),
    ungroup: entryOf('ungroup', 'x'),
    field: entryOf('field', 'settings'),
  };
  const hide = html`<button class="dropdown-item" type="button" role="menuitem" tabindex="-1" data-pl-hide>${icon('eye-off')}<span>${t('list.head.hide')}</span></button>`;

  return (context) => {
    const { state, location, env } = context;
    if (state.query[location.param('menu')] !== NAME) return null;
    const now = chosen.of(state, env.actor);
    const menus = columns
      .filter(({ readers }) => isAmong(env.actor, readers))
      .map(
        (column) =>
          html`<div class="dropdown-menu" role="menu" popover data-column="${column.key}" aria-label="${column.label}">${sorts(column, context)}${filter(column, context)}${groups(column, context)}${chosen.entries(column, now, context)}${hide}${settings(column, context)}</div>`,
      );
    return html`<div class="pl-head-menus" data-pl-sent="${NAME}" hx-boost:inherited="true">${menus}</div>`;
  };

  /** The order that the list has already is not offered. @param {Column} column @param {RenderContext} context */
  function sorts({ sort }, { state, location }) {
    if (!sort) return null;
    const now = state.sorts.find(({ field }) => field === sort);
    const sorted = (/** @type {string | null} */ value) => location.href({ sort: value, after: null, before: null });
    const asked = Boolean(state.query[location.param('sort')]);
    return html`${(!now || now.descending) && entries.ascending(sorted(sort))}${!now?.descending && entries.descending(sorted(`-${sort}`))}${now && asked && entries.unsort(sorted(null))}`;
  }

  /** @param {Column} column @param {RenderContext} context */
  function filter({ field }, { location, env }) {
    if (!field || !filters.offers(field, env.actor)) return null;
    const add = location.param('add');
    return entries.filter(location.without((key) => key === add, [[add, field]]));
  }

  /** Dates by month, which is what most are read by; the menu of the list has the other steps. @param {Column} column @param {RenderContext} context */
  function groups({ field }, context) {
    const own = grouping.fields.filter((one) => one.field.name === field && one.isFor(context));
    const one = own.find(({ step }) => step === 'month') ?? own[0];
    if (!one) return null;
    const isNow = grouping.of(context.state, context.env.actor).field?.field === one.field;
    const name = isNow ? '-' : one.name;
    const href = context.location.href({ group: name, in: null, after: null, before: null, at: null, count: null });
    return entries[isNow ? 'ungroup' : 'group'](href, { 'data-pl-group': name });
  }

  /** Whoever builds the app changes the field from here: its name, type, rules and colours. @param {Column} column @param {RenderContext} context */
  function settings({ field }, { env }) {
    if (!field || !table?.hasField(field) || table.system || !isAdmin(env.actor)) return null;
    return entries.field(`/admin/tables/${table.name}/fields/${field}`, { 'hx-boost': 'false' });
  }
}
