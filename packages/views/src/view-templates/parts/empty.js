/** @import { Html, RenderContext, ViewCompiler, Values } from '@plinth/plugin' */
import { html } from '@plinth/plugin';

/**
 * Shown if there are no rows: an invitation to add the first one, or a link that clears the conditions.
 *
 * @param {Values} config @param {ViewCompiler} c
 * @param {(context: RenderContext, look?: string) => Html | null} createLink
 * @returns {(context: RenderContext) => Html}
 */
export function createEmpty(config, { t, icon, table }, createLink) {
  const none = config.empty ? t(config.empty) : t('views.empty', { table: table?.label ?? '' });
  const mark = icon(table?.icon || 'database');

  return (context) => {
    const { location, state } = context;
    const isCondition = conditionsOf(context, table?.name ?? '');
    // Conditions set by the page itself can't be cleared here.
    if (Object.keys(state.query).some(isCondition)) {
      const reset = location.without(isCondition);
      return html`<div class="empty"><div class="empty-icon">${mark}</div><p class="empty-title">${t('views.empty.narrowed')}</p><div class="empty-action"><a class="btn" href="${reset}">${t('views.empty.reset')}</a></div></div>`;
    }
    const action = createLink(context);
    return html`<div class="empty"><div class="empty-icon">${mark}</div><p class="empty-title">${none}</p>${action && html`<div class="empty-action">${action}</div>`}</div>`;
  };
}

/**
 * Whether an address parameter filters this view: a search, or a condition on a field of its table.
 *
 * @param {RenderContext} context @param {string} table @returns {(key: string) => boolean}
 */
function conditionsOf({ location, state }, table) {
  const fields = new Set(state.asked.map(({ field }) => field));
  // On the view's own page names need no table before them, and may have one.
  const isOwnPage = location.fieldParam('') === '';
  return (key) => {
    if (key === location.param('q') || (isOwnPage && key.endsWith(':q'))) return state.search !== null;
    const prefixed = key.startsWith(`${table}.`);
    return (prefixed || isOwnPage) && fields.has(fieldIn(prefixed ? key.slice(table.length + 1) : key));
  };
}

/** The field in "status", "status.ne" or "any-status.ne". @param {string} name */
const fieldIn = (name) => name.split('.')[0].replace(/^any\d?-/, '');
