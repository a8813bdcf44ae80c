/** @import { Edit } from '../types.d.ts' */
import { checkTrigger } from './base/triggers.js';
import { part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'add-trigger',
  about: 'Adds a trigger',
  takes: takes({ trigger: part('trigger') }),
  summary: (input) => `Add trigger "${input.trigger?.label || input.trigger?.name}"`,
  plan(draft, input) {
    const { name, body } = checkTrigger(input.trigger ?? {}, draft);
    draft.add('trigger', name, body);
  },
};
