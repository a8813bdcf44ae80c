import { definePlugin, readLocales } from '@plinth/plugin';
import { addCard } from './actions/add-card.js';
import { moveCard } from './actions/move-card.js';
import { board } from './board.js';
import { rankType } from './rank/rank-type.js';

export const plugin = definePlugin({
  name: 'board',
  version: '0.1.0',
  api: '^1',
  label: 'Board',
  description: 'Rows as cards in columns (kanban), moved by mouse, touch and keyboard.',
  icon: 'layout-kanban',
  viewTemplates: [board],
  fieldTypes: [rankType],
  actions: [moveCard, addCard],
  assets: new URL('../assets/', import.meta.url),
  texts: readLocales(new URL('../locales/', import.meta.url)),
});
