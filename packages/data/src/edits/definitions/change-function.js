/** @import { Edit } from '../types.d.ts' */
import { inputInvalid } from '@plinth/plugin';
import { requireBundled } from './base/bundled-packages.js';
import { findFunction } from './base/find.js';
import { checkFunction } from './base/functions.js';
import { changed, keysOf } from './base/given.js';
import { rename } from './base/rename.js';
import { existing, part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'change-function',
  about: 'Changes a function',
  takes: takes({ function: existing('function'), changes: part('functionChanges') }),
  summary: (input, catalog, changes) =>
    `Change function "${findFunction(catalog, input.function).label}" (${keysOf(input, changes)})`,
  async plan(draft, input, { on }) {
    const { id, ...before } = findFunction(draft.catalog, input.function);
    if (Boolean(before.package) !== Boolean(changed(input, before).package))
      throw inputInvalid({ package: 'stays what it was: add it, or remove it' });
    if (before.package) await requireBundled(on, changed(input, before).package);
    const { name, body } = checkFunction(changed(input, before), draft, { id, name: before.name });
    draft.change(id, { body });
    rename(draft, 'function', { id, name: before.name }, name);
  },
};
