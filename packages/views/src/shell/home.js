/** @import { Actor, Catalog } from '@plinth/plugin' */
import { mayOpen } from '@plinth/plugin';

/**
 * The home page of the actor's strongest role that has one they may open. The Catalog lists roles from the strongest
 * down.
 *
 * @param {Pick<Catalog, 'roles' | 'hasPage' | 'page'>} catalog @param {Actor} actor
 * @returns {string | null} name of the page
 */
export function homePage(catalog, actor) {
  for (const { name, home } of catalog.roles) {
    if (!home || !actor.roles.includes(name) || !catalog.hasPage(home)) continue;
    if (mayOpen(catalog.page(home).roles, actor)) return home;
  }
  return null;
}
