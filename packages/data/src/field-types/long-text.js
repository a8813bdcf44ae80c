import { defineFieldType } from '@plinth/plugin';
import { checkAttributes } from './base/check-attributes.js';
import { textForm, withinChecks } from './base/conversion.js';
import { operators } from './base/operators.js';
import { readText } from './base/read-text.js';
import { lengthAttributes, textChecks, validateText } from './base/text-attributes.js';

/** Plain text with several lines. */
export const longTextType = defineFieldType({
  name: 'long_text',
  order: 20,
  label: 'Long text',
  icon: 'align-left',
  group: 'text',
  storage: 'column',
  attributes: lengthAttributes,
  operators: operators.text,
  sortable: false,
  searchable: true,
  views: { show: 'multiline', edit: 'textarea', filter: 'filter_text', list: 'text' },
  cell: 'lines',
  sqlType: () => 'text',
  parse: (input, field) => readText(input, field),
  validate: validateText,
  format: (value) => value ?? '',
  serialize: (value) => value ?? '',
  checkAttributes,
  checks: textChecks,
  convertSql: (column, from, field) => withinChecks(textForm(column, from), longTextType, field),
  guess: (texts) => (texts.some((text) => text.length > 200 || text.includes('\n')) ? 0.3 : 0),
});
