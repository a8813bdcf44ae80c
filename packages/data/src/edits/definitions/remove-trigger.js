/** @import { Edit } from '../types.d.ts' */
import { findTrigger } from './base/find.js';
import { existing, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-trigger',
  about: 'Removes a trigger',
  takes: takes({ trigger: existing('trigger') }),
  summary: (input, catalog) => `Remove trigger "${findTrigger(catalog, input.trigger).label}"`,
  plan(draft, input) {
    draft.remove(findTrigger(draft.catalog, input.trigger).id);
  },
};
