/** @import { Edit } from '../types.d.ts' */
import { findMail } from './base/find.js';
import { existing, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-mail',
  about: 'Removes a mail template',
  takes: takes({ mail: existing('mail') }),
  summary: (input, catalog) => `Remove mail template "${findMail(catalog, input.mail).label}"`,
  plan(draft, input) {
    draft.remove(findMail(draft.catalog, input.mail).id);
  },
};
