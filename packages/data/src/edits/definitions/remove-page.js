/** @import { Edit } from '../types.d.ts' */
import { findPage } from './base/find.js';
import { existing, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-page',
  about: 'Removes a page',
  takes: takes({ page: existing('page') }),
  summary: (input, catalog) => `Remove page "${findPage(catalog, input.page).title}"`,
  plan(draft, input) {
    draft.remove(findPage(draft.catalog, input.page).id);
  },
};
