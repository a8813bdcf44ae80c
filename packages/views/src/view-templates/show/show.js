import { defineViewTemplate, html } from '@plinth/plugin';
import { liveSetting } from '../parts/settings.js';
import { showDefaults } from './defaults.js';

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
    liveSetting,
  ],
  defaults: showDefaults,
  compile(view, c) {
    const layout = c.layout(view.config.layout, { bar: true });
    const query = c.rows({ select: layout.select, limit: 1, paging: false, byId: true });
    const mark = c.icon('search-off');
    const none = view.config.empty ? c.t(view.config.empty) : c.t('views.show.none', { view: view.label });

    return {
      query: (state, actor) => (isChosen(state) ? query(state, actor) : null),
      missing: (result) => !result || result.rows.length === 0,
      texts: layout.texts,
      row: { select: layout.select, render: layout.render },
      render(result, context) {
        const row = result?.rows[0];
        if (row) return html`${layout.render({ row, rowId: row.id, ...context })}`;
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
