/** @import { Edit } from './types.d.ts' */
import { findMail } from './base/find.js';
import { onlyKeys } from './base/names.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-mail',
  summary: (input, catalog) => `Remove mail template "${findMail(catalog, input.mail).label}"`,
  plan(draft, input) {
    onlyKeys('remove-mail', input, ['mail']);
    draft.remove(findMail(draft.catalog, input.mail).id);
  },
};
