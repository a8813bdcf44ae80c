/** @import { Html, RowModel, Translate, View } from '@plinth/plugin' */
import { attrs, defineViewTemplate, html, mayOpen } from '@plinth/plugin';
import { boolean } from '@plinth/plugin/settings';
import { liveSetting } from '../parts/settings.js';
import { showDefaults } from './defaults.js';

const SCRIPTS = ['cells/record-start', 'views/record-keys'].map((name) => `core-views/js/${name}.js`);
const WORDS = ['previous', 'next', 'copy', 'copied', 'keys', 'comment', 'value'];
const RECORD_STYLE = 'core-views/css/record.css';

/** One row, with a layout. */
export const show = defineViewTemplate({
  name: 'show',
  order: 20,
  label: 'vt.show',
  icon: 'file-text',
  description: 'vt.show.description',
  needsTable: true,
  settings: [
    { name: 'layout', type: 'layout', label: 'vt.layout', required: true },
    { name: 'empty', type: 'text', label: 'vt.show.empty', max: 200 },
    boolean('editing', 'vt.show.editing', { help: 'vt.show.editing.help', default: false }),
    liveSetting,
  ],
  defaults: showDefaults,
  compile(view, c) {
    const layout = c.layout(view.config.layout, { bar: true, cells: view.config.editing });
    const render = layout.cells.length > 0 ? inPlace(view, layout.render, c.t) : layout.render;
    const query = c.rows({ select: layout.select, limit: 1, paging: false, byId: true });
    const mark = c.icon('search-off');
    const none = view.config.empty ? c.t(view.config.empty) : c.t('views.show.none', { view: view.label });

    return {
      query: (state, actor) => (isChosen(state) ? query(state, actor) : null),
      missing: (result) => !result || result.rows.length === 0,
      texts: layout.texts,
      row: { select: layout.select, render },
      ...(layout.cells.length > 0 && { cells: layout.cells, scripts: SCRIPTS, styles: [RECORD_STYLE] }),
      render(result, context) {
        const row = result?.rows[0];
        if (row) return html`${render({ row, rowId: row.id, ...context })}`;
        // An embedded view without a row is not an error: nothing has been selected yet, or nothing is related.
        return html`<div class="empty"><div class="empty-icon">${mark}</div><p class="empty-title">${none}</p></div>`;
      },
    };
  },
});

/** @param {import('@plinth/plugin').ViewState} state */
function isChosen(state) {
  return state.id !== null || state.scope !== null || state.filters.length > 0;
}

/**
 * A row whose values are edited where they stand, for those who may open the view by itself: there they are saved.
 *
 * @param {View} view @param {(m: RowModel) => Html | string} render @param {Translate} t @returns {(m: RowModel) => Html}
 */
function inPlace({ name, roles }, render, t) {
  const words = { edit: t('views.edit'), ...Object.fromEntries(WORDS.map((key) => [key, t(`views.show.${key}`)])) };
  return (m) => {
    const shown = render(m);
    if (m.rowId === null || !mayOpen(roles, m.env.actor)) return html`${shown}`;
    return html`<div class="pl-record"${attrs({ 'data-pl-record': `/view/${name}/cells`, 'data-id': m.rowId, 'data-pl-words': JSON.stringify(words) })}>${shown}</div>`;
  };
}
