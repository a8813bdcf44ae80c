import { createRegistry, definePlugin } from '@plinth/plugin';
import { viewsPlugin } from '../core-plugin.js';
import { testFieldTypes } from './field-types.js';

/** Core's own elements, field views and view templates, with field types and actions for tests. */
export function coreRegistry() {
  return createRegistry([
    viewsPlugin,
    definePlugin({
      name: 'test-types',
      version: '1.0.0',
      api: '^1',
      fieldTypes: testFieldTypes,
      actions: [
        {
          name: 'delete_row',
          label: 'Delete',
          icon: 'trash',
          settings: [],
          needsRow: true,
          right: 'delete',
          run: async () => ({}),
        },
      ],
    }),
  ]);
}
