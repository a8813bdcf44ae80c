/** @import { Edit } from './types.d.ts' */
import { onlyKeys } from './base/names.js';
import { checkTrigger } from './base/triggers.js';

/** @type {Edit} */
export const edit = {
  name: 'add-trigger',
  summary: (input) => `Add trigger "${input.trigger?.label || input.trigger?.name}"`,
  plan(draft, input) {
    onlyKeys('add-trigger', input, ['trigger']);
    const { name, body } = checkTrigger(input.trigger ?? {}, draft);
    draft.add('trigger', name, body);
  },
};
