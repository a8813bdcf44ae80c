import { defineFieldType } from '@plinth/plugin';
import { isTextual, uuidOfText } from './base/conversion.js';
import { allMatch } from './base/decimal.js';
import { operators } from './base/operators.js';
import { UUID, readUuid } from './base/read-uuid.js';

/** A universally unique identifier. */
export const uuidType = defineFieldType({
  name: 'uuid',
  order: 270,
  label: 'ft.uuid.label',
  icon: 'fingerprint',
  group: 'other',
  traits: { value: 'text', isKey: true, orders: false, cleans: false },
  example: '00000000-0000-7000-8000-000000000000',
  storage: 'column',
  attributes: [],
  operators: operators.equal,
  sortable: true,
  searchable: false,
  views: { show: 'text', edit: 'text_input', filter: 'filter_text' },
  sqlType: () => 'uuid',
  parse: (input, field) => readUuid(input, field, 'must be a UUID'),
  validate() {},
  format: (value) => value ?? '',
  serialize: (value) => value ?? '',
  convertSql(column, from) {
    if (from.type === 'uuid' || from.type === 'file' || from.type === 'image' || from.type === 'user') return column;
    return isTextual(from.type) ? uuidOfText(column) : null;
  },
  guess: (texts) => (allMatch(texts, (text) => UUID.test(text)) ? 0.97 : 0),
});
