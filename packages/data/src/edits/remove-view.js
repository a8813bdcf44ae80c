/** @import { Edit } from './types.d.ts' */
import { findView } from './base/find.js';
import { onlyKeys } from './base/names.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-view',
  summary: (input, catalog) => `Remove view "${findView(catalog, input.view).label}"`,
  plan(draft, input) {
    onlyKeys('remove-view', input, ['view']);
    draft.remove(findView(draft.catalog, input.view).id);
  },
};
