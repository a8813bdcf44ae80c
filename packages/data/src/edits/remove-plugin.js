/** @import { Edit } from './types.d.ts' */
import { objectNotFound } from '../errors/not-found.js';
import { findPlugin } from './base/find.js';
import { onlyKeys } from './base/names.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-plugin',
  summary: (input) => `Remove plugin "${input.plugin}"`,
  plan(draft, input) {
    onlyKeys('remove-plugin', input, ['plugin']);
    const plugin = findPlugin(draft.catalog, input.plugin);
    if (!plugin) throw objectNotFound('plugin', String(input.plugin));
    draft.remove(plugin.id);
  },
};
