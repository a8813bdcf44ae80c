/** @import { Edit } from './types.d.ts' */
import { findView } from './base/find.js';
import { changed, keysOf } from './base/given.js';
import { addNeededFields } from './base/needed-fields.js';
import { onlyKeys } from './base/names.js';
import { rename } from './base/rename.js';
import { checkView } from './base/views.js';

/** @type {Edit} */
export const edit = {
  name: 'change-view',
  summary: (input, catalog, changes) =>
    `Change view "${findView(catalog, input.view).label}" (${keysOf(input, changes)})`,
  plan(draft, input) {
    onlyKeys('change-view', input, ['view', 'changes']);
    const { id, ...before } = findView(draft.catalog, input.view);
    const { name, body } = checkView(addNeededFields(draft, changed(input, before)), draft, id);
    draft.change(id, { body });
    rename(draft, 'view', { id, name: before.name }, name);
  },
};
