import { defineTextForm } from './base/format-checked.js';

/** A colour as #rrggbb in lower case. */
export const colourType = defineTextForm({
  name: 'colour',
  order: 190,
  label: 'ft.colour',
  icon: 'palette',
  group: 'other',
  traits: { value: 'text', isLive: true, orders: false },
  example: '#2a5bd7',
  views: { show: 'colour_swatch', edit: 'colour_input', filter: 'filter_text' },
  message: 'must be a colour such as #2563eb',
  longest: 7,
  sqlPattern: '^#[0-9a-f]{6}$',
  likely: 0.95,
  searchable: false,
  read(text) {
    if (/^#[0-9a-f]{3}$/i.test(text)) return text.replace(/[0-9a-f]/gi, '$&$&').toLowerCase();
    return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : null;
  },
  canonicalSql: (text) => `lower(${text})`,
});
