/** @import { MenuItem, Values } from '@plinth/plugin' */
/** @import { Draft } from '../base/draft.js' */
/** @import { Scope } from '../../types.d.ts' */
import { belongsToApps, defineKind, objectsOf, phrase } from '@plinth/plugin';
import { reachIds } from '../base/app-reach.js';
import { kindsOf } from '../../../catalog/model/kinds.js';
import { checkName } from '../base/check-object.js';
import { find } from '../base/find.js';
import { description, icon, label } from '../base/kind-settings.js';
import { removeTable } from '../base/remove-table.js';
import { giveBack } from '../base/taken.js';
import { part } from '../base/takes.js';
import { iconName, labelOf, line, paragraph } from '../base/texts.js';

const REACH = {
  type: ['array', 'string', 'null'],
  items: { type: 'string' },
  description: 'Tables outside of the app that its system code may read and change; "all" or null: all',
};

export const app = defineKind({
  name: 'app',
  plural: 'apps',
  label: 'app',
  icon: 'apps',
  order: 0,
  schema: [label, description, icon],
  names: 'address',
  isOfSite: true,
  defaults: { icon: 'apps', reach: null },
  keys: ['name', 'label', 'description', 'icon', 'reach'],
  // What an installation took of the site is no setting of the app.
  prepare(input, { before }) {
    const { taken, ...rest } = input;
    return before && taken === before.taken ? rest : input;
  },
  check: checkApp,
  references: (body) => body,
  rename: (draft, { id, name }, to) => {
    draft.change(id, { name: to });
    for (const object of partsOf(draft, name)) draft.merge(object.id, { app: to });
  },
  edits: {
    add: { about: 'Adds an app, which tables, views and pages can belong to', takes: part('app') },
    change: {
      about: 'Changes the name, label, description or icon of an app, or the tables that its system code reaches',
    },
    remove: {
      about: 'Removes an app with its tables, views and pages',
      summary: (input, catalog) =>
        phrase`Remove app "${find(app, catalog, input.app).label}" with its tables, views and pages`,
      plan: removeApp,
    },
  },
  documents: { inputProperties: { reach: REACH } },
  admin: { area: 'apps' },
});

/** @param {Values} input @param {Pick<Scope, 'catalog'>} scope @param {{ id: string, name: string }} [self] @returns {{ name: string, body: unknown }} */
function checkApp(input, { catalog }, self) {
  const { taken } = catalog.apps.find(({ id }) => id === self?.id) ?? {};
  const name = checkName(app, input, { catalog }, self);
  const body = {
    label: line('label', input.label, labelOf(name)),
    description: paragraph('description', input.description),
    icon: iconName('icon', input.icon, 'apps'),
    ...(input.reach !== undefined && { reach: reachIds(input.reach, catalog) }),
    ...(taken && { taken }),
  };
  return { name, body };
}

/** @param {Draft} draft @param {Values} input @param {unknown} _ @param {() => void} remove */
function removeApp(draft, input, _, remove) {
  const gone = find(app, draft.catalog, input.app);
  const { tables, views, pages, menu, roles } = draft.catalog;
  const mine = (/** @type {{ app: string | null }} */ object) => object.app === gone.name;
  const targets = { view: views.filter(mine).map(nameOf), page: pages.filter(mine).map(nameOf) };
  for (const object of partsOf(draft, gone.name)) {
    if (tables.includes(object)) removeTable(draft, object);
    else draft.remove(object.id);
  }
  draft.merge(menu.id, { items: without(menu.items, targets) });
  for (const role of roles) if (role.home && targets.page.includes(role.home)) draft.merge(role.id, { home: null });
  giveBack(draft, gone);
  remove();
}

/** What belongs to an app, without the fields of its tables. @param {Draft} draft @param {string} name @returns {any[]} */
function partsOf({ catalog, registry }, name) {
  const kinds = kindsOf(registry).filter(belongsToApps);
  return [...catalog.tables, ...kinds.flatMap((kind) => objectsOf(catalog, kind))].filter((one) => one.app === name);
}

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
