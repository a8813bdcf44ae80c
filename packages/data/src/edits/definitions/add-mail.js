/** @import { Edit } from '../types.d.ts' */
import { checkMail } from './base/mails.js';
import { part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'add-mail',
  about: 'Adds a mail template',
  takes: takes({ mail: part('mail') }),
  summary: (input) => `Add mail template "${input.mail?.label || input.mail?.name}"`,
  plan(draft, input) {
    const { name, body } = checkMail(input.mail, draft);
    draft.add('mail', name, body);
  },
};
