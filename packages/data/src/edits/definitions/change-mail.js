/** @import { Edit } from '../types.d.ts' */
import { findMail } from './base/find.js';
import { checkMail } from './base/mails.js';
import { changed, keysOf } from './base/given.js';
import { rename } from './base/rename.js';
import { existing, part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'change-mail',
  about: 'Changes a mail template',
  takes: takes({ mail: existing('mail'), changes: part('mailChanges') }),
  summary: (input, catalog, changes) =>
    `Change mail template "${findMail(catalog, input.mail).label}" (${keysOf(input, changes)})`,
  plan(draft, input) {
    const { id, ...before } = findMail(draft.catalog, input.mail);
    const { name, body } = checkMail(changed(input, before), draft, { id, name: before.name });
    draft.change(id, { body });
    rename(draft, 'mail', { id, name: before.name }, name);
  },
};
