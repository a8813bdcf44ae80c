/** @import { Edit } from './types.d.ts' */
import { checkFunction } from './base/functions.js';
import { onlyKeys } from './base/names.js';

/** @type {Edit} */
export const edit = {
  name: 'add-function',
  summary: (input) =>
    `Add function "${input.function?.label || (input.function?.name ?? input.function?.package?.name)}"`,
  plan(draft, input) {
    onlyKeys('add-function', input, ['function']);
    const { name, body } = checkFunction(input.function, draft);
    draft.add('function', name, body);
  },
};
