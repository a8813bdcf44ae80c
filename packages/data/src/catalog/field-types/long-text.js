import { defineFieldType } from '@plinth/plugin';
import { textForm, withinChecks } from './base/conversion.js';
import { textDefinition } from './base/text-attributes.js';

/** Plain text with several lines. */
export const longTextType = defineFieldType({
  ...textDefinition,
  name: 'long_text',
  order: 20,
  label: 'ft.long_text.label',
  icon: 'align-left',
  traits: { value: 'text', isFree: true, isLong: true, isLive: true, cleans: false, calculates: true },
  views: { show: 'multiline', edit: 'textarea', filter: 'filter_text', list: 'text' },
  cell: 'lines',
  convertSql: (column, from, field) => withinChecks(textForm(column, from), longTextType, field),
  guess: (texts) => (texts.some((text) => text.length > 200 || text.includes('\n')) ? 0.3 : 0),
});
