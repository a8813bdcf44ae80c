/** @import { Edit } from '../types.d.ts' */
import { findSecret } from './base/find.js';
import { changed, keysOf } from './base/given.js';
import { rename } from './base/rename.js';
import { checkSecret } from './base/secrets.js';
import { existing, part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'change-secret',
  about: 'Changes the name, description or hosts of a secret',
  takes: takes({ secret: existing('secret'), changes: part('secretChanges') }),
  summary: (input, catalog, changes) =>
    `Change secret "${findSecret(catalog, input.secret).name}" (${keysOf(input, changes)})`,
  plan(draft, input) {
    const { id, ...before } = findSecret(draft.catalog, input.secret);
    const { name, body } = checkSecret(changed(input, before), draft, { id });
    draft.change(id, { body });
    rename(draft, 'secret', { id, name: before.name }, name);
  },
};
