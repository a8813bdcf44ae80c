/** @import { Edit } from './types.d.ts' */
import { findSecret } from './base/find.js';
import { onlyKeys } from './base/names.js';

/** Its value is deleted with it, for good: undoing this brings back a secret without a value. @type {Edit} */
export const edit = {
  name: 'remove-secret',
  summary: (input, catalog) => `Remove secret "${findSecret(catalog, input.secret).name}"`,
  plan(draft, input) {
    onlyKeys('remove-secret', input, ['secret']);
    draft.remove(findSecret(draft.catalog, input.secret).id);
  },
};
