/** @import { Html, QuerySpec, TypeMatch, ViewTemplate } from '@plinth/plugin' */
import { AppError, attrs, createChosen, defineViewTemplate, html, isOfType, node } from '@plinth/plugin';
import { boolean, text } from '@plinth/plugin/settings';
import { createFilterBar } from './list/filters/bar.js';
import { createFrame } from './parts/frame.js';
import { ownFields } from './parts/default-fields.js';
import { frameSettings } from './parts/settings.js';

const FILTER_SCRIPT = 'core-views/js/views/filter.js';
const CHIP_SCRIPTS = ['views/filter', 'views/list-filter', 'fields/typed'].map((name) => `core-views/js/${name}.js`);

/**
 * Controls that set conditions on a table in the address: every list, feed and detail view of that table on the page
 * follows them. A plain GET form, so that results can be linked to and it works without JavaScript.
 */
export const filter = defineViewTemplate({
  name: 'filter',
  order: 50,
  label: 'vt.filterView',
  icon: 'filter',
  description: 'vt.filterView.description',
  needsTable: true,
  settings: [
    { name: 'layout', type: 'layout', label: 'vt.layout', required: true },
    boolean('chips', 'vt.filterView.chips', { help: 'vt.filterView.chips.help', default: false }),
    boolean('live', 'vt.filterView.live', { help: 'vt.filterView.live.help', default: true }),
    text('submitLabel', 'vt.filterView.submitLabel', { max: 60 }),
    ...frameSettings,
  ],
  defaults: filterDefaults,
  compile(view, c) {
    const { config } = view;
    const layout = c.layout(config.layout, { filter: true });
    if (layout.controls.length === 0) {
      throw new AppError('VIEW_INVALID', 'The filter has no fields', {
        status: 422,
        hint: 'Add filter fields to the layout of the view',
      });
    }
    const fields = new Set(layout.controls.map(({ field }) => field));
    if (config.chips) return chips(view, [...fields], c);
    const choices = layout.select.filter((select) => 'choices' in select);
    /** @type {QuerySpec} */
    const spec = Object.freeze({ table: null, select: Object.freeze(choices), limit: 1, leaveOut: true });
    const chosen = createChosen(choices);
    const frame = createFrame(view, c.t);
    const apply = config.submitLabel ? c.t(config.submitLabel) : c.t('views.filter.apply');
    const reset = c.t('views.filter.reset');
    const fold = createFold(config.showTitle === false ? null : config.title ? c.t(config.title) : view.label, c);
    const live = attrs({ 'data-pl-filter-live': config.live === true });
    // Every view of the table follows, so the whole content is updated; the focused control stays focused.
    const swap = attrs({ 'hx-boost': 'true', 'hx-target': '#main', 'hx-select': '#main', 'hx-swap': 'outerMorph' });

    return {
      query: (state) => (choices.length > 0 ? { spec, params: chosen(state.presets) } : null),
      live: /** @type {const} */ (false),
      scripts: [FILTER_SCRIPT],
      render(result, context) {
        const { location, state } = context;
        const prefix = location.fieldParam('');
        const isOwn = (/** @type {string} */ key) =>
          key.startsWith(prefix) && fields.has(key.slice(prefix.length).split('.')[0]);
        const count = state.filters.filter(({ field }) => fields.has(field)).length;
        const clear = count > 0 && html`<a class="btn btn-ghost" href="${location.without(isOwn)}">${reset}</a>`;
        const content = layout.render({
          row: null,
          rowId: null,
          ...context,
          ...(result?.rows[0] && { choices: result.rows[0] }),
        });
        return frame(
          {
            body: html`${fold(location.id, count)}<form class="pl-filter" id="${location.id}-form" method="get" action="${location.path}" data-pl-filter${live}${swap}>${location.hidden(isOwn)}${content}<div class="btn-list"><button class="btn btn-primary" type="submit">${apply}</button>${clear}</div></form>`,
          },
          context,
        );
      },
    };
  },
});

/**
 * The same fields as chips: each opens its comparison and value, as above a list.
 *
 * @param {import('@plinth/plugin').View & { config: unknown }} view @param {string[]} fields
 * @param {import('@plinth/plugin').ViewCompiler} c
 */
function chips(view, fields, c) {
  const bar = createFilterBar(view, fields, c, { only: true });
  const frame = createFrame(view, c.t);
  return {
    query: () => null,
    queries: (/** @type {import('@plinth/plugin').ViewState} */ state) => ({ choices: bar.choices(state) }),
    controls: bar.controls,
    live: /** @type {const} */ (false),
    scripts: CHIP_SCRIPTS,
    styles: ['core-views/css/list.css'],
    render: (/** @type {unknown} */ result, /** @type {import('@plinth/plugin').RenderContext} */ context) =>
      // Every view of the table follows, so the whole content is swapped.
      html`<div hx-target:inherited="#main" hx-select:inherited="#main" hx-swap:inherited="outerMorph">${frame({ body: bar.chips(context) ?? html``, flush: true }, context)}</div>`,
  };
}

/**
 * The toggle for the controls on narrow screens. It is beside the controls, not around them, so that they are always
 * shown on a wide screen; the stylesheet collapses them.
 *
 * @param {string | null} title @param {import('@plinth/plugin').ViewCompiler} c
 * @returns {(id: string, count: number) => Html} count: active conditions
 */
function createFold(title, { t, icon }) {
  const label = html`${icon('filter')}<span>${title ?? t('views.filter.fold')}</span>`;
  return (id, count) => {
    const badge =
      count > 0 &&
      html`<span class="badge pl-filter-count">${String(count)}<span class="visually-hidden"> ${t('views.filter.active')}</span></span>`;
    return html`<details class="pl-filter-fold" id="${id}-fold" data-pl-keep-open><summary class="btn" aria-controls="${id}-form">${label}${badge}</summary></details>`;
  };
}

/** What people filter by first. @type {readonly TypeMatch[]} */
const USEFUL = [{ value: 'choice' }, { value: 'reference', groups: true }, { value: 'boolean' }, { hasDay: true }];
const MAX_CONTROLS = 6;

/** @type {ViewTemplate['defaults']} */
function filterDefaults(table, { registry }) {
  const useful = ownFields(table, registry).filter((field) => isOfType(field, USEFUL));
  const fields = (useful.length > 0 ? useful : ownFields(table, registry)).slice(0, MAX_CONTROLS);
  return {
    layout: node(
      'stack',
      {},
      fields.map((field) => node('filter_field', { field: field.name })),
    ),
  };
}
