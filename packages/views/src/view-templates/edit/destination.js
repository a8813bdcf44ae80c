/** @import { Actor, Table, ViewCompiler, ViewState } from '@plinth/plugin' */
import { address, mayDo } from '@plinth/plugin';

/** Templates that show the row whose id is in the address. */
export const ROW_TEMPLATES = new Set(['show', 'edit', 'list_show']);

/**
 * Where a person goes after saving. The key of a new row stands in the address only for people who may see it: keys are
 * often counted, so they would tell the senders of a public form how many there are.
 *
 * @param {{ name: string, config: any }} view @param {ViewCompiler} c
 * @returns {(saved: { id: string | number, created: boolean }, state: ViewState, actor: Actor) => string | null}
 *   null: back to where the form was
 */
export function createDestination({ name, config }, c) {
  const { destination, destinationView, destinationPage } = config;
  if (destination === 'back') return () => null;
  if (destination === 'page' && destinationPage) {
    const page = c.attempt('config.destinationPage', () => c.catalog.page(destinationPage));
    if (page) return () => address(`/page/${page.name}`, {});
  }
  if (destination === 'view' && destinationView) {
    const view = c.attempt('config.destinationView', () => c.catalog.view(destinationView));
    // A list would read the id as one of its conditions.
    const wantsRow = view && ROW_TEMPLATES.has(view.template) && view.table === c.table?.name;
    if (view && !wantsRow) return () => address(`/view/${view.name}`, {});
    if (view)
      return (saved, state, actor) =>
        maySeeKey(c.table, state, actor) ? address(`/view/${view.name}`, { id: saved.id }) : null;
  }
  // A visitor has no row to come back to: the form is empty again, where it was.
  return (saved, state, actor) =>
    state.id !== null || (actor.userId !== null && maySeeKey(c.table, state, actor))
      ? address(`/view/${name}`, { id: saved.id })
      : null;
}

/**
 * Whether a row's key is no news to somebody: it stood in the address before, or they may read the row. Of visitors only
 * those who may read every row: there is no telling whether a rule lets them read this one.
 *
 * @param {Table | null} table @param {ViewState} state @param {Actor} actor
 */
function maySeeKey(table, state, actor) {
  if (state.id !== null) return true;
  if (!table) return false;
  if (actor.userId !== null) return mayDo(table, 'read', actor);
  return actor.roles.some((role) => table.access[role]?.read === 'all');
}
