/** @import { SettingsSchema } from '@plinth/plugin' */
import { field } from '@plinth/plugin/settings';

/** What a card's place on a board is made of; a board fills it in for its own actions. @type {SettingsSchema} */
export const placeSettings = [
  field('column', 'board.columnField', { required: true }),
  field('lane', 'board.laneField'),
  field('rank', 'board.rankField', { fieldTypes: ['rank'] }),
];
