/** @import { Html, RenderContext, ViewCompiler } from '@plinth/plugin' */
import { html } from '@plinth/plugin';

/**
 * What stands where there are no rows: an invitation to add the first one, or the way back from conditions that leave
 * nothing.
 *
 * @param {any} config @param {ViewCompiler} c
 * @param {(context: RenderContext, look?: string) => Html | null} createLink
 * @returns {(context: RenderContext) => Html}
 */
export function createEmpty(config, { t, icon, table }, createLink) {
  const none = config.empty ? t(config.empty) : t('views.empty', { table: table?.label ?? '' });
  const mark = icon(table?.icon || 'database');

  return (context) => {
    const { place, state } = context;
    const narrowed = state.search !== null || state.filters.length > 0;
    if (narrowed) {
      const names = new Set(
        state.filters.map(({ field, op }) => place.fieldParam(op === 'eq' ? field : `${field}.${op}`)),
      );
      const reset = place.without(
        (key) => names.has(key) || names.has(key.replace(/\.(in|has|eq)$/, '')) || key === place.param('q'),
      );
      return html`<div class="empty"><div class="empty-icon">${mark}</div><p class="empty-title">${t('views.empty.narrowed')}</p><div class="empty-action"><a class="btn" href="${reset}">${t('views.empty.reset')}</a></div></div>`;
    }
    const action = createLink(context);
    return html`<div class="empty"><div class="empty-icon">${mark}</div><p class="empty-title">${none}</p>${action && html`<div class="empty-action">${action}</div>`}</div>`;
  };
}
