/** @import { Edit } from '../types.d.ts' */
import { phrase } from '@plinth/plugin';
import { keysOf } from './base/given.js';
import { setPlugin } from './base/plugin-state.js';
import { yesNo } from './base/texts.js';
import { YES_NO, existing, part, takes } from './base/takes.js';

/** @type {Edit} `secret`: whether one of its secrets changed, which are stored elsewhere */
export const edit = {
  name: 'change-plugin',
  about: 'Turns a plugin on or off, or changes its settings',
  takes: takes({ plugin: existing('plugin'), changes: part('pluginChanges') }, { secret: YES_NO }),
  summary: (input, catalog, changes) =>
    phrase`Change plugin "${input.plugin}" (${keysOf(input, changes, input.secret ? ['secret'] : [])})`,
  plan(draft, input) {
    yesNo('secret', input.secret);
    setPlugin(draft, input.plugin, input.changes);
  },
};
