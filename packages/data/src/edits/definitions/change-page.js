/** @import { Edit } from '../types.d.ts' */
import { findPage } from './base/find.js';
import { changed, keysOf } from './base/given.js';
import { rename } from './base/rename.js';
import { checkPage } from './base/pages.js';
import { existing, part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'change-page',
  about: 'Changes a page',
  takes: takes({ page: existing('page'), changes: part('pageChanges') }),
  summary: (input, catalog, changes) =>
    `Change page "${findPage(catalog, input.page).title}" (${keysOf(input, changes)})`,
  plan(draft, input) {
    const { id, ...before } = findPage(draft.catalog, input.page);
    const { name, body } = checkPage(changed(input, before), draft, id);
    draft.change(id, { body });
    rename(draft, 'page', { id, name: before.name }, name);
  },
};
