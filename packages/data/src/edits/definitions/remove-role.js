/** @import { Field } from '@plinth/plugin' */
/** @import { Draft } from './base/draft.js' */
/** @import { Edit } from '../types.d.ts' */
import { ADMIN, AppError, phrase } from '@plinth/plugin';
import { findRole } from './base/find.js';
import { existing, takes } from './base/takes.js';

/**
 * A list that named only this role is left to admins, not to everybody.
 *
 * @param {Draft} draft @param {Field} field @param {string} role
 */
function withoutRole(draft, { id, access }, role) {
  if (!access?.read?.includes(role) && !access?.write?.includes(role)) return;
  const without = (/** @type {readonly string[] | null} */ roles) => roles && roles.filter((name) => name !== role);
  draft.merge(id, { access: { read: without(access.read), write: without(access.write) } });
}

/** @type {Edit} */
export const edit = {
  name: 'remove-role',
  about: 'Removes a role',
  takes: takes({ role: existing('role') }),
  summary: (input, catalog) => `Remove role "${findRole(catalog, input.role).label}"`,
  plan(draft, input) {
    const role = findRole(draft.catalog, input.role);
    if (role.builtIn)
      throw new AppError('ROLE_BUILT_IN', phrase`The role "${role.name}" is built in and can't be removed`, {
        status: 422,
        hint: 'Remove its rights instead',
      });
    // Roles that inherited it now inherit what it inherited; nobody gains anything.
    for (const other of draft.catalog.roles)
      if (other.inherits === role.name) draft.merge(other.id, { inherits: role.inherits });
    // A right must not pass to the next role that happens to get this name.
    for (const table of draft.catalog.tables) {
      if (!(role.name in table.access)) continue;
      const { [role.name]: _, ...access } = table.access;
      draft.merge(table.id, { access });
    }
    for (const field of draft.catalog.tables.flatMap(({ fields }) => fields)) withoutRole(draft, field, role.name);
    // What only this role could open is left to admins.
    for (const { id, roles } of [...draft.catalog.views, ...draft.catalog.pages])
      if (roles.includes(role.name)) draft.merge(id, { roles: roles.filter((name) => name !== role.name) });
    // An empty visibility list means everybody, so admins, who see everything, replace the role.
    draft.mapReferences(({ kind, name, audience }) =>
      kind === 'role' && name === role.name && audience ? ADMIN : undefined,
    );
    draft.remove(role.id);
  },
};
