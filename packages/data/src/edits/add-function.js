/** @import { Edit } from './types.d.ts' */
import { checkFunction } from './base/functions.js';
import { part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'add-function',
  about: 'Adds a function in JavaScript, or an npm package that functions import',
  takes: takes({ function: part('function') }),
  summary: (input) =>
    `Add function "${input.function?.label || (input.function?.name ?? input.function?.package?.name)}"`,
  plan(draft, input) {
    const { name, body } = checkFunction(input.function, draft);
    draft.add('function', name, body);
  },
};
