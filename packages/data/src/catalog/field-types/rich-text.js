import { defineFieldType } from '@plinth/plugin';
import { textForm, withinChecks } from './base/conversion.js';
import { textDefinition } from './base/text-attributes.js';

/** Formatted text, stored as Markdown. What is allowed in it is decided when it is shown. */
export const richTextType = defineFieldType({
  ...textDefinition,
  name: 'rich_text',
  order: 30,
  label: 'ft.rich_text.label',
  icon: 'markdown',
  traits: { value: 'text', isFree: true, isLong: true, isMarkup: true },
  views: { show: 'markdown', edit: 'markdown_editor', filter: 'filter_text', list: 'text' },
  cell: null,
  convertSql: (column, from, field) => withinChecks(textForm(column, from), richTextType, field),
});
