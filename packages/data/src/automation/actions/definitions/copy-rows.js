import { AppError, defineAction } from '@plinth/plugin';
import { table } from '@plinth/plugin/settings';
import { foundRowSettings, foundRows } from './base/found-rows.js';
import { expressionsIn, valueSettings, valuesWith } from './base/values.js';

/** Makes a row in another table for each row that matches a filter; expressions are about each of them. */
export const copyRows = defineAction({
  name: 'copy_rows',
  order: 61,
  label: 'action.copy_rows.label',
  help: 'action.copy_rows.help',
  group: 'rows',
  icon: 'table-export',
  needsRow: false,
  writes: 'create',
  settings: [
    ...foundRowSettings,
    table('to', 'action.copy_rows.to', { required: true }),
    ...valueSettings('to', 'table'),
  ],
  async run({ actor, config, rows, ...about }) {
    if (!config.to)
      throw new AppError('ACTION_INCOMPLETE', 'The action has no table to copy rows to', {
        status: 422,
        hint: 'Choose a table in its settings',
      });
    const found = await foundRows({ ...about, config, rows }, expressionsIn(config.values));
    for (const { results } of found) await rows.insert(config.to, valuesWith(config.values, actor, results));
    return { message: 'Copied' };
  },
});
