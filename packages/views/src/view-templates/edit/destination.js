/** @import { Table, ViewCompiler, ViewState } from '@plinth/plugin' */
import { address } from '@plinth/plugin';

/** Templates that show the row whose id is in the address. */
export const ROW_TEMPLATES = new Set(['show', 'edit', 'list_show']);

/**
 * Where a person goes after saving.
 *
 * @param {{ name: string, config: any }} view @param {ViewCompiler} c
 * @returns {(saved: { id: string | number, created: boolean }, state: ViewState) => string | null}
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
    if (view) return (saved) => address(`/view/${view.name}`, wantsRow ? { id: saved.id } : {});
  }
  return (saved) => address(`/view/${name}`, { id: saved.id });
}
