import { defineElement } from '@plinth/plugin';
import { placeTile } from './parts/place-tile.js';
import { tileSettings } from './parts/number-settings.js';

/** One number over the rows of a table, alone or beside that of the period before. */
export const numberTile = defineElement({
  name: 'number_tile',
  order: 242,
  label: 'el.numberTile',
  icon: 'number-123',
  group: 'data',
  children: 'none',
  scope: 'any',
  settings: tileSettings([
    ...['aggregate', 'field', 'filter', 'condition', 'by', 'period', 'unit', 'icon', 'page'],
    ...['frame'],
  ]),
  compile: placeTile,
});
