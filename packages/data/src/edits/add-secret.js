/** @import { Edit } from './types.d.ts' */
import { onlyKeys } from './base/names.js';
import { checkSecret } from './base/secrets.js';

/** Its value is set apart from this, so that no revision holds it. @type {Edit} */
export const edit = {
  name: 'add-secret',
  summary: (input) => `Add secret "${input.secret?.name}"`,
  plan(draft, input) {
    onlyKeys('add-secret', input, ['secret']);
    const { name, body } = checkSecret(input.secret, draft);
    draft.add('secret', name, body);
  },
};
