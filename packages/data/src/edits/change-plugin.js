/** @import { Edit } from './types.d.ts' */
import { onlyKeys } from './base/names.js';
import { setPlugin } from './base/plugin-state.js';

/** @type {Edit} */
export const edit = {
  name: 'change-plugin',
  summary: (input) => `Change plugin "${input.plugin}" (${Object.keys(input.changes ?? {}).join(', ')})`,
  plan(draft, input) {
    onlyKeys('change-plugin', input, ['plugin', 'changes']);
    setPlugin(draft, input.plugin, input.changes);
  },
};
