/** @import { Edit } from '../types.d.ts' */
import { checkSecret } from './base/secrets.js';
import { part, takes } from './base/takes.js';

/** Its value is set apart from this, so that no revision holds it. @type {Edit} */
export const edit = {
  name: 'add-secret',
  about: 'Adds a secret; its value is entered in the settings',
  takes: takes({ secret: part('secret') }),
  summary: (input) => `Add secret "${input.secret?.name}"`,
  plan(draft, input) {
    const { name, body } = checkSecret(input.secret, draft);
    draft.add('secret', name, body);
  },
};
