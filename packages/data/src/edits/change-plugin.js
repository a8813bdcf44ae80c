/** @import { Edit } from './types.d.ts' */
import { keysOf } from './base/given.js';
import { onlyKeys } from './base/names.js';
import { setPlugin } from './base/plugin-state.js';

/** @type {Edit} */
export const edit = {
  name: 'change-plugin',
  summary: (input, catalog, changes) => `Change plugin "${input.plugin}" (${keysOf(input, changes)})`,
  plan(draft, input) {
    onlyKeys('change-plugin', input, ['plugin', 'changes']);
    setPlugin(draft, input.plugin, input.changes);
  },
};
