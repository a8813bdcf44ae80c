import { definePlugin } from '@plinth/plugin';
import { addCard } from './actions/add-card.js';
import { moveCard } from './actions/move-card.js';
import { board } from './board.js';
import { rankType } from './rank/rank-type.js';

export const plugin = definePlugin({
  name: 'board',
  version: '0.1.0',
  api: '^1',
  label: 'board.name',
  description: 'board.plugin',
  icon: 'layout-kanban',
  viewTemplates: [board],
  fieldTypes: [rankType],
  actions: [moveCard, addCard],
  assets: new URL('../assets/', import.meta.url),
  texts: new URL('../locales/', import.meta.url),
});
