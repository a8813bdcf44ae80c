/** @import { Edit } from '../types.d.ts' */
import { addNeededFields } from './base/needed-fields.js';
import { checkView } from './base/views.js';
import { part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'add-view',
  about: 'Adds a view',
  takes: takes({ view: part('view') }),
  summary: (input) => `Add view "${input.view?.label || input.view?.name}"`,
  plan(draft, input) {
    const { name, body } = checkView(addNeededFields(draft, input.view), draft);
    draft.add('view', name, body);
  },
};
