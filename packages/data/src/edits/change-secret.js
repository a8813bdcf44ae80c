/** @import { Edit } from './types.d.ts' */
import { findSecret } from './base/find.js';
import { changed, keysOf } from './base/given.js';
import { onlyKeys } from './base/names.js';
import { rename } from './base/rename.js';
import { checkSecret } from './base/secrets.js';

/** @type {Edit} */
export const edit = {
  name: 'change-secret',
  summary: (input, catalog, changes) =>
    `Change secret "${findSecret(catalog, input.secret).name}" (${keysOf(input, changes)})`,
  plan(draft, input) {
    onlyKeys('change-secret', input, ['secret', 'changes']);
    const { id, ...before } = findSecret(draft.catalog, input.secret);
    const { name, body } = checkSecret(changed(input, before), draft, { id });
    draft.change(id, { body });
    rename(draft, 'secret', { id, name: before.name }, name);
  },
};
