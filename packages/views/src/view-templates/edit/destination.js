/** @import { Actor, Row, Table, ViewCompiler, ViewState, Values } from '@plinth/plugin' */
import { address, isSignedIn, mayDo } from '@plinth/plugin';

/** Templates that show the row whose id is in the address. */
export const ROW_TEMPLATES = new Set(['show', 'edit', 'list_show']);

/**
 * Where to go after saving. The key of a new row is only in the address for people who may see it: keys are often
 * counted, so they would tell senders of a public form how many rows there are.
 *
 * @param {{ name: string, config: Values }} view @param {ViewCompiler} c
 * @returns {(saved: Row, state: ViewState, actor: Actor) => string | null}
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
    // A list would take the id for one of its conditions.
    const wantsRow = view && ROW_TEMPLATES.has(view.template) && view.table === c.table?.name;
    if (view && !wantsRow) return () => address(`/view/${view.name}`, {});
    if (view)
      return (saved, state, actor) =>
        maySeeKey(c.table, state, actor) ? address(`/view/${view.name}`, { id: saved.id }) : null;
  }
  // A visitor has no row to return to, so the empty form is shown again.
  return (saved, state, actor) =>
    state.id !== null || (isSignedIn(actor) && maySeeKey(c.table, state, actor))
      ? address(`/view/${name}`, { id: saved.id })
      : null;
}

/**
 * Whether somebody already knows a row's key: it was in the address before, or they may read the row. For visitors,
 * only if they may read every row, since a rule might not let them read this one.
 *
 * @param {Table | null} table @param {ViewState} state @param {Actor} actor
 */
function maySeeKey(table, state, actor) {
  if (state.id !== null) return true;
  if (!table) return false;
  if (isSignedIn(actor)) return mayDo(table, 'read', actor);
  return actor.roles.some((role) => table.access[role]?.read === 'all');
}
