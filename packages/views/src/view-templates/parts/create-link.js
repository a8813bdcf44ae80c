/** @import { Html, RenderContext, ViewCompiler, Values } from '@plinth/plugin' */
import { attrs, html, mayDo, mayOpen } from '@plinth/plugin';

/**
 * The button that leads to another view's empty form, filled with the current conditions: in the list of a thread's
 * replies, a new reply belongs to that thread. Only shown to people who may open the form and add rows.
 *
 * @param {Values} config of createSettings @param {ViewCompiler} c
 * @returns {(context: RenderContext, look?: string) => Html | null}
 */
export function createLink(config, c) {
  const { createView, createLabel, createDialog } = config;
  const { table } = c;
  if (!createView || !table) return () => null;
  const view = c.attempt('config.createView', () => c.catalog.view(createView));
  if (!view) return () => null;
  // A dialog loads the form without its page, so this page includes the modules of its controls.
  if (createDialog) c.attempt('config.createView', () => c.embedded(createView));
  const label = createLabel ? c.t(createLabel) : c.t('views.create');
  const plus = c.icon('plus');
  const dialog = attrs({ 'data-pl-dialog': createDialog === true });

  return ({ env, state }, look = 'btn btn-primary') => {
    if (!mayOpen(view.roles, env.actor) || !mayDo(table, 'create', env.actor)) return null;
    return html`<a class="${look}" href="${env.viewUrl(view.name, state.presets)}"${dialog}>${plus}<span>${label}</span></a>`;
  };
}
