/** @import { Edit } from '../types.d.ts' */
/** @import { MenuItem } from '@plinth/plugin' */
import { giveBack } from './base/taken.js';
import { findApp } from './base/find.js';
import { removeTable } from './base/remove-table.js';
import { existing, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-app',
  about: 'Removes an app with its tables, views and pages',
  takes: takes({ app: existing('app') }),
  summary: (input, catalog) => `Remove app "${findApp(catalog, input.app).label}" with its tables, views and pages`,
  plan(draft, input) {
    const app = findApp(draft.catalog, input.app);
    const { tables, views, pages, pieces, triggers, workflows, functions, mails, menu, roles } = draft.catalog;
    const mine = (/** @type {{ app: string | null }} */ object) => object.app === app.name;
    const gone = { view: views.filter(mine).map(nameOf), page: pages.filter(mine).map(nameOf) };
    for (const table of tables) if (mine(table)) removeTable(draft, table);
    for (const object of [...views, ...pages, ...pieces, ...triggers, ...workflows, ...functions, ...mails])
      if (mine(object)) draft.remove(object.id);
    draft.merge(menu.id, { items: without(menu.items, gone) });
    for (const role of roles) if (role.home && gone.page.includes(role.home)) draft.merge(role.id, { home: null });
    giveBack(draft, app);
    draft.remove(app.id);
  },
};

/** @param {{ name: string }} object */
function nameOf({ name }) {
  return name;
}

/**
 * The menu without entries for these views and pages, and without groups that this would leave empty.
 *
 * @param {readonly MenuItem[]} items @param {{ view: string[], page: string[] }} gone
 * @returns {MenuItem[]}
 */
function without(items, gone) {
  return items.flatMap((item) => {
    if ((item.kind === 'view' || item.kind === 'page') && gone[item.kind].includes(item.target ?? '')) return [];
    if (item.kind !== 'group') return [item];
    const inner = without(item.items ?? [], gone);
    return inner.length === 0 && (item.items ?? []).length > 0 ? [] : [{ ...item, items: inner }];
  });
}
