/** @import { Edit } from './types.d.ts' */
import { findPage } from './base/find.js';
import { onlyKeys } from './base/names.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-page',
  summary: (input, catalog) => `Remove page "${findPage(catalog, input.page).title}"`,
  plan(draft, input) {
    onlyKeys('remove-page', input, ['page']);
    draft.remove(findPage(draft.catalog, input.page).id);
  },
};
