/** @import { SettingsSchema } from '@plinth/plugin' */

/** What a card's place on a board is made of; a board fills it in for its own actions. @type {SettingsSchema} */
export const placeSettings = [
  { name: 'column', type: 'field', label: 'board.columnField', required: true },
  { name: 'lane', type: 'field', label: 'board.laneField' },
  { name: 'rank', type: 'field', label: 'board.rankField', fieldTypes: ['rank'] },
];
