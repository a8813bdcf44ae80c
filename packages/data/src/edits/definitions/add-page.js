/** @import { Edit } from '../types.d.ts' */
import { checkPage } from './base/pages.js';
import { part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'add-page',
  about: 'Adds a page',
  takes: takes({ page: part('page') }),
  summary: (input) => `Add page "${input.page?.title || input.page?.name}"`,
  plan(draft, input) {
    const { name, body } = checkPage(input.page, draft);
    draft.add('page', name, body);
  },
};
