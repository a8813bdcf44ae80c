import { defineFieldType, quoteLiteral } from '@plinth/plugin';
import { checkChoices } from './base/check-attributes.js';
import { textForm } from './base/conversion.js';
import { fieldInvalid } from './base/invalid.js';
import { operators } from './base/operators.js';
import { findOption, labelOf, listOfLabels, optionAttributes, optionsOf } from './base/options.js';
import { readTrimmed } from './base/read-text.js';

const MESSAGE = 'must be one of: {options}';

/** One option from a list. */
export const selectType = defineFieldType({
  name: 'select',
  order: 80,
  label: 'ft.select.label',
  icon: 'list-check',
  group: 'choice',
  traits: { value: 'choice', isLive: true, cleans: false, calculates: true },
  storage: 'column',
  attributes: optionAttributes,
  operators: operators.equal,
  sortable: true,
  searchable: true,
  views: { show: 'badge', edit: 'select', filter: 'filter_select' },
  cell: 'choice',
  sqlType: () => 'text',
  parse(input, field) {
    const options = optionsOf(field);
    const chosen = typeof input === 'string' ? findOption(input.trim(), options) : undefined;
    if (chosen) return chosen.value;
    const text = readTrimmed(input, field, 'must be one of the choices');
    return text === null ? null : (findOption(text, options)?.value ?? text);
  },
  validate(value, field) {
    const options = optionsOf(field);
    if (!options.some((option) => option.value === value)) {
      throw fieldInvalid(field, MESSAGE, { options: listOfLabels(options) });
    }
  },
  format: (value, field) => (value === null || value === undefined ? '' : labelOf(value, optionsOf(field))),
  serialize: (value) => value ?? '',
  checkAttributes: checkChoices,
  checks(column, field, quote) {
    const values = optionsOf(field).map((option) => quote(option.value));
    return [{ name: 'options', sql: values.length ? `${column} in (${values.join(', ')})` : 'false' }];
  },
  convertSql(column, from, field) {
    const text = textForm(column, from);
    if (text === null) return null;
    const options = optionsOf(field);
    if (options.length === 0) return 'null::text';
    const values = options.map(({ value }) => quoteLiteral(value)).join(', ');
    const cases = options.map(({ value, label }) => {
      const words = [value, label].map((word) => quoteLiteral(word.trim().toLowerCase())).join(', ');
      return `when lower(btrim(${text})) in (${words}) then ${quoteLiteral(value)}`;
    });
    return `case when btrim(${text}) in (${values}) then btrim(${text}) ${cases.join(' ')} end`;
  },
});
