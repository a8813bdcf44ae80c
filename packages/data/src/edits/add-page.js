/** @import { Edit } from './types.d.ts' */
import { onlyKeys } from './base/names.js';
import { checkPage } from './base/pages.js';

/** @type {Edit} */
export const edit = {
  name: 'add-page',
  summary: (input) => `Add page "${input.page?.title || input.page?.name}"`,
  plan(draft, input) {
    onlyKeys('add-page', input, ['page']);
    const { name, body } = checkPage(input.page, draft);
    draft.add('page', name, body);
  },
};
