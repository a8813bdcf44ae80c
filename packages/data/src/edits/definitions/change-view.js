/** @import { Edit } from '../types.d.ts' */
import { findView } from './base/find.js';
import { changed, keysOf } from './base/given.js';
import { addNeededFields } from './base/needed-fields.js';
import { rename } from './base/rename.js';
import { checkView } from './base/views.js';
import { existing, part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'change-view',
  about: 'Changes a view',
  takes: takes({ view: existing('view'), changes: part('viewChanges') }),
  summary: (input, catalog, changes) =>
    `Change view "${findView(catalog, input.view).label}" (${keysOf(input, changes)})`,
  plan(draft, input) {
    const { id, ...before } = findView(draft.catalog, input.view);
    const { name, body } = checkView(addNeededFields(draft, changed(input, before)), draft, id);
    draft.change(id, { body });
    rename(draft, 'view', { id, name: before.name }, name);
  },
};
