/** @import { Edit } from '../types.d.ts' */
import { findTrigger } from './base/find.js';
import { changed, keysOf } from './base/given.js';
import { checkTrigger } from './base/triggers.js';
import { existing, part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'change-trigger',
  about: 'Changes a trigger',
  takes: takes({ trigger: existing('trigger'), changes: part('triggerChanges') }),
  summary: (input, catalog, changes) =>
    `Change trigger "${findTrigger(catalog, input.trigger).label}" (${keysOf(input, changes)})`,
  plan(draft, input) {
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
