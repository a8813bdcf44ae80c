/** @import { Edit } from './types.d.ts' */
import { findTrigger } from './base/find.js';
import { onlyKeys } from './base/names.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-trigger',
  summary: (input, catalog) => `Remove trigger "${findTrigger(catalog, input.trigger).label}"`,
  plan(draft, input) {
    onlyKeys('remove-trigger', input, ['trigger']);
    draft.remove(findTrigger(draft.catalog, input.trigger).id);
  },
};
