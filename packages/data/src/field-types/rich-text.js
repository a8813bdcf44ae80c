import { defineFieldType } from '@plinth/plugin';
import { checkAttributes } from './base/check-attributes.js';
import { textForm, withinChecks } from './base/conversion.js';
import { operators } from './base/operators.js';
import { readText } from './base/read-text.js';
import { lengthAttributes, textChecks, validateText } from './base/text-attributes.js';

/** Formatted text, stored as Markdown. What is allowed in it is decided when it is shown. */
export const richTextType = defineFieldType({
  name: 'rich_text',
  order: 30,
  label: 'Rich text',
  icon: 'markdown',
  group: 'text',
  storage: 'column',
  attributes: lengthAttributes,
  operators: operators.text,
  sortable: false,
  searchable: true,
  views: { show: 'markdown', edit: 'markdown_editor', filter: 'filter_text', list: 'text' },
  cell: null,
  sqlType: () => 'text',
  parse: (input, field) => readText(input, field),
  validate: validateText,
  format: (value) => value ?? '',
  serialize: (value) => value ?? '',
  checkAttributes,
  checks: textChecks,
  convertSql: (column, from, field) => withinChecks(textForm(column, from), richTextType, field),
});
