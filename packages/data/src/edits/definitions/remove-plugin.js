/** @import { Edit } from '../types.d.ts' */
import { phrase } from '@plinth/plugin';
import { objectNotFound } from '../../postgres/errors/not-found.js';
import { findPlugin } from './base/find.js';
import { existing, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'remove-plugin',
  about: 'Removes a plugin',
  takes: takes({ plugin: existing('plugin') }),
  summary: (input) => phrase`Remove plugin "${input.plugin}"`,
  plan(draft, input) {
    const plugin = findPlugin(draft.catalog, input.plugin);
    if (!plugin) throw objectNotFound('plugin', String(input.plugin));
    draft.remove(plugin.id);
  },
};
