/** @import { Edit } from './types.d.ts' */
import { findPage } from './base/find.js';
import { changed, keysOf } from './base/given.js';
import { onlyKeys } from './base/names.js';
import { rename } from './base/rename.js';
import { checkPage } from './base/pages.js';

/** @type {Edit} */
export const edit = {
  name: 'change-page',
  summary: (input, catalog, changes) =>
    `Change page "${findPage(catalog, input.page).title}" (${keysOf(input, changes)})`,
  plan(draft, input) {
    onlyKeys('change-page', input, ['page', 'changes']);
    const { id, ...before } = findPage(draft.catalog, input.page);
    const { name, body } = checkPage(changed(input, before), draft, id);
    draft.change(id, { body });
    rename(draft, 'page', { id, name: before.name }, name);
  },
};
