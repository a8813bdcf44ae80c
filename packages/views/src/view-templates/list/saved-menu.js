/** @import { Html, RenderContext, ViewCompiler, Values } from '@plinth/plugin' */
import { html, isSignedIn } from '@plinth/plugin';

/**
 * The menu of saved filters. What is in it is the reader's own, so a script fills it (list-saved.js); without scripts it
 * is not there.
 *
 * @param {{ name: string, config: Values }} view @param {ViewCompiler} c
 * @returns {(context: RenderContext) => Html | null}
 */
export function createSavedMenu(view, c) {
  const { t, icon, table } = c;
  if (view.config.filters === 'none' || !table) return () => null;
  return ({ location, env }) => {
    if (!isSignedIn(env.actor)) return null;
    const own = location.fieldParam('') === '';
    return html`<details class="dropdown pl-saved" data-pl-menu data-pl-saved="${view.name}" data-pl-table="${table.name}"${own && html` data-pl-own`} hidden><summary class="btn btn-sm">${icon('bookmark')}<span>${t('list.saved')}</span></summary><div class="dropdown-menu dropdown-menu-end pl-pop"></div></details>`;
  };
}
