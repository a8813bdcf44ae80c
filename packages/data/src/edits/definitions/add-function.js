/** @import { Edit } from '../types.d.ts' */
import { requireBundled } from './base/bundled-packages.js';
import { checkFunction } from './base/functions.js';
import { part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'add-function',
  about: 'Adds a function in JavaScript, or an npm package that functions import',
  takes: takes({ function: part('function') }),
  summary: (input) =>
    `Add function "${input.function?.label || (input.function?.name ?? input.function?.package?.name)}"`,
  async plan(draft, input, { on }) {
    if (input.function?.package) await requireBundled(on, input.function.package);
    const { name, body } = checkFunction(input.function, draft);
    draft.add('function', name, body);
  },
};
