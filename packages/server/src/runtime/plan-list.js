/** @import { App } from '../types.d.ts' */
import { mayOpen } from '@plinth/plugin';

/**
 * What list views show to an actor, for mails and exports that no request asks for.
 *
 * @param {Pick<App, 'data' | 'views'>} app
 * @returns {import('@plinth/data').FindList}
 */
export function createPlanList({ data, views }) {
  return (actor, name) => {
    const catalog = data.catalog();
    if (!catalog.hasView(name)) return null;
    const { locale, timeZone } = catalog.settings;
    const plan = views.plans(catalog).view(name, locale, timeZone);
    if (!mayOpen(plan.roles, actor)) return null;
    const found = plan.exported({ at: null, query: new URLSearchParams(), actor });
    return found && { ...found, formats: views.formats(locale, timeZone) };
  };
}
