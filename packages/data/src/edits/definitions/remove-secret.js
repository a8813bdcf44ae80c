/** @import { Edit } from '../types.d.ts' */
import { findSecret } from './base/find.js';
import { existing, takes } from './base/takes.js';

/** Its value is deleted with it, for good: undoing this brings back a secret without a value. @type {Edit} */
export const edit = {
  name: 'remove-secret',
  about: 'Removes a secret and its value',
  takes: takes({ secret: existing('secret') }),
  summary: (input, catalog) => `Remove secret "${findSecret(catalog, input.secret).name}"`,
  plan(draft, input) {
    draft.remove(findSecret(draft.catalog, input.secret).id);
  },
};
