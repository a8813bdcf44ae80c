/** @import { Edit } from '../types.d.ts' */
import { findView } from './base/find.js';
import { existing, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-view',
  about: 'Removes a view',
  takes: takes({ view: existing('view') }),
  summary: (input, catalog) => `Remove view "${findView(catalog, input.view).label}"`,
  plan(draft, input) {
    draft.remove(findView(draft.catalog, input.view).id);
  },
};
