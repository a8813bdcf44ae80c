/** @import { App } from './types.d.ts' */
/** @import { Actor } from '@plinth/plugin' */
import { mayOpen } from '@plinth/plugin';

/**
 * What list and detail views show to an actor, for mails and exports that no request asks for.
 *
 * @param {Pick<App, 'data' | 'views'>} app
 * @returns {{ list: import('@plinth/data').FindList, detail: import('@plinth/data').FindDetail }}
 */
export function createPlanViews({ data, views }) {
  return {
    list: (actor, name) => {
      const open = openFor(actor, name);
      const found = open?.plan.exported({ at: null, query: new URLSearchParams(), actor });
      return open && found ? { ...found, formats: open.formats } : null;
    },
    detail: (actor, name, id) => {
      const open = openFor(actor, name);
      const query = new URLSearchParams(id === null ? {} : { id: String(id) });
      const found = open?.plan.described({ query, actor });
      return open && found ? { ...found, formats: open.formats } : null;
    },
  };

  /** The plan of a view in the language of the site. @param {Actor} actor @param {string} name */
  function openFor(actor, name) {
    const catalog = data.catalog();
    if (!catalog.hasView(name)) return null;
    const { locale, timeZone } = catalog.settings;
    const plan = views.plans(catalog).view(name, locale, timeZone);
    return mayOpen(plan.roles, actor) ? { plan, formats: views.formats(locale, timeZone) } : null;
  }
}
