import { AppError, defineFieldType, phrase } from '@plinth/plugin';

const FORM = /^[+-]?(\d{1,40})(\.\d{1,40})?$/;

/**
 * The place of a row in an order made by hand: a decimal number, so that a row fits between any two others without
 * changing them. New rows get the time in seconds and thus come last.
 */
export const rankType = defineFieldType({
  name: 'rank',
  order: 900,
  label: 'board.rank',
  icon: 'arrows-sort',
  group: 'other',
  storage: 'column',
  attributes: [],
  isInternal: true,
  generatedSql: 'extract(epoch from clock_timestamp())',
  operators: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'empty', 'filled'],
  sortable: true,
  searchable: false,
  views: { show: 'text', edit: 'text_input' },
  sqlType: () => 'numeric',
  parse(input, field) {
    const text = typeof input === 'number' ? String(input) : typeof input === 'string' ? input.trim() : input;
    if (text === '' || text === undefined || text === null) return null;
    if (typeof text !== 'string' || !FORM.test(text)) {
      throw new AppError('FIELD_INVALID', phrase`${field.label} must be a decimal number`, { status: 422 });
    }
    return text.replace(/^\+/, '');
  },
  validate() {},
  format: (value) => (value === null || value === undefined ? '' : String(value)),
  serialize: (value) => (value === null || value === undefined ? '' : String(value)),
  checks: (column) => [
    { name: 'finite', sql: `${column} is null or ${column} not in ('NaN', 'Infinity', '-Infinity')` },
  ],
});
