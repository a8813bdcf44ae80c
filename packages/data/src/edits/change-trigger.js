/** @import { Edit } from './types.d.ts' */
import { findTrigger } from './base/find.js';
import { changed, keysOf } from './base/given.js';
import { onlyKeys } from './base/names.js';
import { checkTrigger } from './base/triggers.js';

/** @type {Edit} */
export const edit = {
  name: 'change-trigger',
  summary: (input, catalog, changes) =>
    `Change trigger "${findTrigger(catalog, input.trigger).label}" (${keysOf(input, changes)})`,
  plan(draft, input) {
    onlyKeys('change-trigger', input, ['trigger', 'changes']);
    const { id, ...before } = findTrigger(draft.catalog, input.trigger);
    if (isTurningOff(input.changes)) {
      const { name, ...body } = before;
      return draft.change(id, { name, body: { ...body, enabled: false } });
    }
    const { name, body } = checkTrigger(changed(input, before), draft, { id });
    draft.change(id, { name, body });
  },
};

/** Always possible, also for a trigger that could not be saved as it is. @param {any} changes */
const isTurningOff = (changes) => changes?.enabled === false && Object.keys(changes).length === 1;
