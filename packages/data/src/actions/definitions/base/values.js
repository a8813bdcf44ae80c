/** @import { Actor, SettingsSchema } from '@plinth/plugin' */

/** Settings that give fields values. @param {string} [of] the setting that names the table; default: the view's own @returns {SettingsSchema} */
export const valueSettings = (of) => [
  {
    name: 'values',
    type: 'list',
    label: 'Values',
    items: [
      { name: 'field', type: 'field', label: 'Field', required: true, ...(of && { of }) },
      {
        name: 'source',
        type: 'select',
        label: 'Set to',
        default: 'value',
        options: [
          { value: 'value', label: 'Fixed value' },
          { value: 'user', label: 'Current user' },
          { value: 'now', label: 'Current date and time' },
          { value: 'empty', label: 'Empty' },
        ],
      },
      { name: 'value', type: 'text', label: 'Value', showIf: { name: 'source', in: ['value'] } },
    ],
  },
];

/** @param {unknown} list @param {Actor} actor @returns {Record<string, unknown>} */
export function valuesFrom(list, actor) {
  const entries = Array.isArray(list) ? list : [];
  return Object.fromEntries(entries.map((entry) => [String(entry.field), valueOf(entry, actor)]));
}

/** @param {{ source?: string, value?: unknown }} entry @param {Actor} actor */
function valueOf({ source = 'value', value }, actor) {
  if (source === 'user') return actor.userId;
  if (source === 'now') return new Date().toISOString();
  return source === 'empty' ? null : (value ?? null);
}
