/** @import { Edit } from './types.d.ts' */
import { findFunction } from './base/find.js';
import { onlyKeys } from './base/names.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-function',
  summary: (input, catalog) => `Remove function "${findFunction(catalog, input.function).label}"`,
  plan(draft, input) {
    onlyKeys('remove-function', input, ['function']);
    draft.remove(findFunction(draft.catalog, input.function).id);
  },
};
