import { limitedRoles, mapReferences } from '@plinth/plugin';
import { plain } from '../objects/references.js';
import { includedRoles } from './matrix.js';

/** @import { Catalog, Page, Piece, Registry, Role, Table, TableAccess, View } from '@plinth/plugin' */

/**
 * @typedef {{ kind: 'view' | 'page', name: string, label: string, roles: readonly string[] }} Opening what a role can open
 * @typedef {{ role: Role, closed: Opening[], isNew: boolean }} ClosedFor isNew: the role can't read the table yet
 */

const NO_RIGHTS = Object.freeze({ read: 'none', create: 'none', update: 'none', delete: 'none' });

/**
 * For each role that an access list lets read a table: the table's views, and the pages with them, that it can't open.
 *
 * @param {{ catalog: Catalog, registry: Registry }} site @param {Table} table
 * @param {Readonly<Record<string, TableAccess>>} access
 * @returns {ClosedFor[]} only roles for which something is closed
 */
export function closedOpenings({ catalog, registry }, table, access) {
  const openings = openingsOf({ catalog, registry }, table);
  return limitedRoles(catalog)
    .filter(({ name }) => reads(access, name))
    .map((role) => ({
      role,
      closed: openings.filter(({ roles }) => !isOpen(catalog, roles, role)),
      isNew: !reads(table.access, role.name),
    }))
    .filter(({ closed }) => closed.length > 0);
}

/** Lets more roles open views and pages. @param {readonly (Opening & { added: readonly string[] })[]} openings */
export const openingEdits = (openings) =>
  openings.map(({ kind, name, roles, added }) => ({
    edit: `change-${kind}`,
    input: { [kind]: name, changes: { roles: [...roles, ...added] } },
  }));

/**
 * Tables that a view or page shows to roles that may not read them.
 *
 * @param {{ catalog: Catalog, registry: Registry }} site @param {{ kind: 'view' | 'page', body: View | Page }} opened
 * @returns {{ role: Role, table: Table }[]}
 */
export function unreadTables({ catalog, registry }, { kind, body }) {
  const names = new Set(kind === 'view' ? [/** @type {View} */ (body).table] : []);
  for (const view of embeddedIn({ catalog, registry }, kind, body)) names.add(catalog.view(view).table);
  const tables = [...names].flatMap((name) => (name && catalog.hasTable(name) ? [catalog.table(name)] : []));
  return limitedRoles(catalog)
    .filter(({ name }) => body.roles.includes(name))
    .flatMap((role) =>
      tables
        .filter((table) => !table.system && !includedRoles(catalog, role).some((name) => reads(table.access, name)))
        .map((table) => ({ role, table })),
    );
}

/** Lets a role read all rows of a table. @param {Table} table @param {string} role */
export const readingEdit = (table, role) => ({
  edit: 'set-access',
  input: {
    table: table.name,
    access: { ...plain(table.access), [role]: { ...NO_RIGHTS, ...plain(table.access[role] ?? {}), read: 'all' } },
    owner: table.owner,
  },
});

/** @param {{ catalog: Catalog, registry: Registry }} site @param {Table} table @returns {Opening[]} */
function openingsOf({ catalog, registry }, table) {
  const views = catalog.views.filter((view) => view.table === table.name);
  const names = new Set(views.map(({ name }) => name));
  const pages = catalog.pages.filter((page) =>
    [...embeddedIn({ catalog, registry }, 'page', page)].some((name) => names.has(name)),
  );
  return [
    ...views.map(({ name, label, roles }) => ({
      kind: /** @type {const} */ ('view'),
      name,
      label: label || name,
      roles,
    })),
    ...pages.map(({ name, title, roles }) => ({ kind: /** @type {const} */ ('page'), name, label: title, roles })),
  ];
}

/**
 * Names of views that an object shows, also through the pieces on it.
 *
 * @param {{ catalog: Catalog, registry: Registry }} site @param {'view' | 'page' | 'piece'} kind
 * @param {View | Page | Piece} body @param {Set<string>} [seen] pieces that were looked into
 * @returns {Set<string>}
 */
function embeddedIn({ catalog, registry }, kind, body, seen = new Set()) {
  /** @type {Set<string>} */
  const found = new Set();
  mapReferences({ kind, body }, { registry, catalog }, (reference) => {
    if (reference.kind === 'view' && catalog.hasView(reference.name)) found.add(reference.name);
    if (reference.kind !== 'piece' || seen.has(reference.name) || !catalog.hasPiece(reference.name)) return;
    seen.add(reference.name);
    const inner = embeddedIn({ catalog, registry }, 'piece', catalog.piece(reference.name), seen);
    for (const name of inner) found.add(name);
  });
  return found;
}

/** @param {Readonly<Record<string, TableAccess>>} access @param {string} role */
const reads = (access, role) => Object.hasOwn(access, role) && (access[role].read ?? 'none') !== 'none';

/** @param {Catalog} catalog @param {readonly string[]} roles @param {Role} role */
const isOpen = (catalog, roles, role) => includedRoles(catalog, role).some((name) => roles.includes(name));
