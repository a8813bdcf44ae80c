import { defineElement } from '@plinth/plugin';
import { placeTile } from './parts/place-tile.js';
import { tileComparison, tileLooks, tileRows } from './parts/number-settings.js';

/** One number over the rows of a table, alone or beside that of the period before. */
export const numberTile = defineElement({
  name: 'number_tile',
  order: 242,
  label: 'el.numberTile',
  icon: 'number-123',
  group: 'data',
  children: 'none',
  scope: 'any',
  settings: [...tileRows, ...tileComparison, ...tileLooks],
  compile: placeTile,
});
