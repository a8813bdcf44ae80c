/** @import { Edit } from '../types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { findRole } from './base/find.js';
import { changed, keysOf } from './base/given.js';
import { renameRole } from './base/rename.js';
import { checkRole } from './base/role-body.js';
import { existing, part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'change-role',
  about: 'Changes a role',
  takes: takes({ role: existing('role'), changes: part('roleChanges') }),
  summary: (input, catalog, changes) =>
    `Change role "${findRole(catalog, input.role).label}" (${keysOf(input, changes)})`,
  plan(draft, input) {
    const { id, ...before } = findRole(draft.catalog, input.role);
    const wanted = changed(input, before);
    if (before.builtIn && (wanted.name !== before.name || (wanted.inherits || null) !== before.inherits)) {
      throw new AppError(
        'ROLE_BUILT_IN',
        phrase`The role "${before.name}" is built in: its name and the roles it inherits from can't be changed`,
        { status: 422, hint: 'Add your own role' },
      );
    }
    // Built-in roles are exempt from the checks of inheritance.
    const { name, body } = before.builtIn
      ? { name: before.name, body: builtInBody(wanted, before, draft) }
      : checkRole(wanted, draft.catalog, id);
    draft.change(id, { body });
    renameRole(draft, { id, name: before.name }, name);
  },
};

/** @param {any} wanted @param {any} before @param {import('./base/draft.js').Draft} draft */
function builtInBody(wanted, before, draft) {
  const { body } = checkRole({ ...wanted, name: 'built_in', inherits: null }, draft.catalog);
  return { ...body, inherits: before.inherits, builtIn: true, label: wanted.label || before.label };
}
