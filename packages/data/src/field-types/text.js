import { defineFieldType } from '@plinth/plugin';
import { checkAttributes } from './base/check-attributes.js';
import { textForm, withinChecks } from './base/conversion.js';
import { operators } from './base/operators.js';
import { readText } from './base/read-text.js';
import { lengthAttributes, patternAttributes, textChecks, validateText } from './base/text-attributes.js';

/** A short text of one line. Line breaks in the input are kept, so that no data is lost. */
export const textType = defineFieldType({
  name: 'text',
  order: 10,
  label: 'Text',
  icon: 'letter-case',
  group: 'text',
  storage: 'column',
  attributes: [...lengthAttributes, ...patternAttributes],
  operators: operators.text,
  sortable: true,
  searchable: true,
  views: { show: 'text', edit: 'text_input', filter: 'filter_text' },
  sqlType: () => 'text',
  parse: (input, field) => readText(input, field),
  validate: validateText,
  format: (value) => value ?? '',
  serialize: (value) => value ?? '',
  checkAttributes,
  checks: textChecks,
  convertSql: (column, from, field) => withinChecks(textForm(column, from), textType, field),
  guess: (texts) => (texts.length ? 0.1 : 0),
});
