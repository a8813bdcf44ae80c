/** @import { Edit } from '../types.d.ts' */
/** @import { Table } from '@plinth/plugin' */
/** @import { Draft } from './base/draft.js' */
import { phrase } from '@plinth/plugin';
import { uuidv7 } from '../../catalog/schema/uuid.js';
import { findTable } from './base/find.js';
import { checkRoles } from './base/roles.js';
import { checkObject } from './base/check-object.js';
import { view as kind } from './kinds/view.js';
import { NAMES, YES_NO, existing, takes } from './base/takes.js';

const MAX_NAME = 63;

/** Creates a list, a detail view and a form for a table, linked to each other and in the menu. @type {Edit} */
export const edit = {
  name: 'generate-views',
  about: 'Adds a list, a detail view and a form for a table, linked to each other and in the menu',
  takes: takes({ table: existing('table') }, { menu: YES_NO, roles: NAMES }),
  summary: (input, catalog) => phrase`Add list, show and edit views of "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    const table = findTable(draft.catalog, input.table);
    const roles = checkRoles(input.roles, draft.catalog);
    const templates = ['list', 'show', 'edit'].filter((name) => draft.registry.has('viewTemplate', name));
    const links = Object.fromEntries(
      templates.map((template) => [template, freeName(draft, `${table.name}_${template}`)]),
    );
    for (const template of templates) addView(draft, table, template, links, roles);
    if (input.menu !== false && links.list) addToMenu(draft, table, links.list, roles);
  },
};

/** @param {Draft} draft @param {string} wanted */
function freeName({ catalog }, wanted) {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? '' : `_${n}`;
    const name = `${wanted.slice(0, MAX_NAME - suffix.length)}${suffix}`;
    if (!catalog.hasView(name)) return name;
  }
}

/** @param {Draft} draft @param {Table} table @param {string} template @param {Record<string, string>} links @param {string[]} roles */
function addView(draft, table, template, links, roles) {
  const { registry, catalog } = draft;
  const definition = registry.viewTemplate(template);
  const config = definition.defaults(table, { catalog, registry, links });
  // All three are named after the table; the template's name depends on the reader's language.
  const view = {
    name: links[template],
    label: table.label,
    template,
    table: table.name,
    app: table.app,
    roles,
    config,
  };
  const { name, body } = checkObject(kind, view, draft);
  draft.add('view', name, body);
}

/** @param {Draft} draft @param {Table} table @param {string} view @param {string[]} roles */
function addToMenu(draft, table, view, roles) {
  const { menu } = draft.catalog;
  const item = {
    id: uuidv7(),
    kind: 'view',
    label: table.label,
    icon: table.icon,
    target: view,
    ...(roles.length > 0 && { roles }),
  };
  draft.merge(menu.id, { items: [...menu.items, item] });
}
