/** @import { Change } from '../../catalog/types.d.ts' */
/** @import { Edit } from '../types.d.ts' */
import { keysOf } from './base/given.js';
import { setPlugin } from './base/plugin-state.js';
import { yesNo } from './base/texts.js';
import { YES_NO, existing, part, takes } from './base/takes.js';

/** @type {Edit} `secret`: whether one of its secrets changed, which are stored elsewhere */
export const edit = {
  name: 'change-plugin',
  about: 'Turns a plugin on or off, or changes its settings',
  takes: takes({ plugin: existing('plugin'), changes: part('pluginChanges') }, { secret: YES_NO }),
  summary: (input, catalog, changes) => `Change plugin "${input.plugin}" (${partsOf(input, changes)})`,
  plan(draft, input) {
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
