/** @import { Edit } from './types.d.ts' */
import { checkMenu } from './base/menu.js';
import { onlyKeys } from './base/names.js';

/** @type {Edit} */
export const edit = {
  name: 'change-menu',
  summary: () => 'Change the menu',
  plan(draft, input) {
    onlyKeys('change-menu', input, ['items']);
    draft.merge(draft.catalog.menu.id, { items: checkMenu(input.items, draft.catalog) });
  },
};
