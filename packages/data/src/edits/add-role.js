/** @import { Edit } from './types.d.ts' */
import { onlyKeys } from './base/names.js';
import { checkRole } from './base/role-body.js';

/** @type {Edit} */
export const edit = {
  name: 'add-role',
  summary: (input) => `Add role "${input.role?.label || input.role?.name}"`,
  plan(draft, input) {
    onlyKeys('add-role', input, ['role']);
    const { name, body } = checkRole({ inherits: 'user', ...input.role }, draft.catalog);
    draft.add('role', name, body);
  },
};
