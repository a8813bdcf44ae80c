/** @import { Edit } from '../types.d.ts' */
import { checkRole } from './base/role-body.js';
import { part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'add-role',
  about: 'Adds a role; it inherits from `user` if nothing else is said',
  takes: takes({ role: part('role') }),
  summary: (input) => `Add role "${input.role?.label || input.role?.name}"`,
  plan(draft, input) {
    const { name, body } = checkRole({ inherits: 'user', ...input.role }, draft.catalog);
    draft.add('role', name, body);
  },
};
