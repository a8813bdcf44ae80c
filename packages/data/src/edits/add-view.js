/** @import { Edit } from './types.d.ts' */
import { onlyKeys } from './base/names.js';
import { addNeededFields } from './base/needed-fields.js';
import { checkView } from './base/views.js';

/** @type {Edit} */
export const edit = {
  name: 'add-view',
  summary: (input) => `Add view "${input.view?.label || input.view?.name}"`,
  plan(draft, input) {
    onlyKeys('add-view', input, ['view']);
    const { name, body } = checkView(addNeededFields(draft, input.view), draft);
    draft.add('view', name, body);
  },
};
