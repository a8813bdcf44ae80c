/** @import { Edit } from './types.d.ts' */
import { checkMail } from './base/mails.js';
import { onlyKeys } from './base/names.js';

/** @type {Edit} */
export const edit = {
  name: 'add-mail',
  summary: (input) => `Add mail template "${input.mail?.label || input.mail?.name}"`,
  plan(draft, input) {
    onlyKeys('add-mail', input, ['mail']);
    const { name, body } = checkMail(input.mail, draft);
    draft.add('mail', name, body);
  },
};
