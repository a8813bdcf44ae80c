/** @import { Table } from '@plinth/plugin' */
import { AppError, defineAction } from '@plinth/plugin';
import { field } from '@plinth/plugin/settings';
import { placeSettings } from './settings.js';

/** Fields of a board inside of another row's view are sent with this before their names. */
const PRESET = 'preset.';

/** Adds a card at the end of a column, by its title. `input`: `title`, `column`, `lane`, and what the surrounding row presets. */
export const addCard = defineAction({
  name: 'board_add',
  label: 'board.action.add',
  help: 'board.action.addHelp',
  icon: 'layout-kanban',
  settings: [...placeSettings, field('title', 'board.titleField', { required: true })],
  needsRow: false,
  right: 'create',
  async run({ table, config, input, rows }) {
    const of = /** @type {Table} */ (table);
    const title = (input.title ?? '').trim();
    if (!title) throw new AppError('BOARD_TITLE_MISSING', 'A card needs a title', { status: 422 });
    const presets = Object.entries(input)
      .filter(([name]) => name.startsWith(PRESET) && of.hasField(name.slice(PRESET.length)))
      .map(([name, text]) => [name.slice(PRESET.length), text]);
    const { id } = await rows.insert(of.name, {
      ...Object.fromEntries(presets),
      ...(input.column ? { [config.column]: input.column } : {}),
      ...(config.lane && input.lane ? { [config.lane]: input.lane } : {}),
      [config.title]: title,
    });
    return { message: 'board.added', data: { id } };
  },
});
