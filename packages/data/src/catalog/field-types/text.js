import { defineFieldType } from '@plinth/plugin';
import { textForm, withinChecks } from './base/conversion.js';
import { lengthAttributes, patternAttributes, textDefinition } from './base/text-attributes.js';

/** A short text of one line. Line breaks in the input are kept, so that no data is lost. */
export const textType = defineFieldType({
  ...textDefinition,
  name: 'text',
  order: 10,
  label: 'ft.text.label',
  icon: 'letter-case',
  traits: { value: 'text', isFree: true, isLive: true, groups: true, cleans: false, calculates: true },
  attributes: [...lengthAttributes, ...patternAttributes],
  sortable: true,
  views: { show: 'text', edit: 'text_input', filter: 'filter_text' },
  convertSql: (column, from, field) => withinChecks(textForm(column, from), textType, field),
  guess: (texts) => (texts.length ? 0.1 : 0),
});
