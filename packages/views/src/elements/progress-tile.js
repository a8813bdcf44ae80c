import { defineElement } from '@plinth/plugin';
import { number } from '@plinth/plugin/settings';
import { placeTile } from './parts/place-tile.js';
import { tileLooks, tileRows } from './parts/number-settings.js';

/** How far a number over the rows of a table is on the way to a target. */
export const progressTile = defineElement({
  name: 'progress_tile',
  order: 244,
  label: 'el.progressTile',
  icon: 'target',
  group: 'data',
  children: 'none',
  scope: 'any',
  settings: [...tileRows, number('target', 'vt.number.target', { required: true, min: 1, default: 100 }), ...tileLooks],
  compile: placeTile,
});
