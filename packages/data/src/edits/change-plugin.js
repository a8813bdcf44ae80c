/** @import { Change } from '../catalog/types.d.ts' */
/** @import { Edit } from './types.d.ts' */
import { keysOf } from './base/given.js';
import { onlyKeys } from './base/names.js';
import { setPlugin } from './base/plugin-state.js';
import { yesNo } from './base/texts.js';

/** @type {Edit} `secret`: whether one of its secrets changed, which are stored elsewhere */
export const edit = {
  name: 'change-plugin',
  summary: (input, catalog, changes) => `Change plugin "${input.plugin}" (${partsOf(input, changes)})`,
  plan(draft, input) {
    onlyKeys('change-plugin', input, ['plugin', 'changes', 'secret']);
    yesNo('secret', input.secret);
    setPlugin(draft, input.plugin, input.changes);
  },
};

/** @param {any} input @param {readonly Change[]} changes */
function partsOf(input, changes) {
  const keys = keysOf(input, changes);
  if (!input.secret) return keys;
  return keys === '–' ? 'secret' : `${keys}, secret`;
}
