/** @import { Setting, SettingsSchema } from '@plinth/plugin' */
import { numberSettings } from '../../view-templates/number/settings.js';

const OF_TABLE = new Set(['field', 'filter', 'expression']);

/**
 * Settings of a tile: those of the number view, of the table that the tile names.
 *
 * @param {readonly string[]} names @param {readonly string[]} [required] @returns {SettingsSchema}
 */
export function tileSettings(names, required = []) {
  const chosen = numberSettings.filter(({ name }) => names.includes(name));
  return [
    { name: 'table', type: 'table', label: 'el.tile.table', required: true },
    { name: 'title', type: 'text', label: 'vt.title', max: 120 },
    ...chosen.map((setting) => ofTable(setting, required.includes(setting.name))),
  ];
}

/** @param {Setting} setting @param {boolean} required @returns {Setting} */
const ofTable = (setting, required) => ({
  ...setting,
  ...(OF_TABLE.has(setting.type) && { of: 'table' }),
  ...(required && { required: true, min: 1, default: 100 }),
});
