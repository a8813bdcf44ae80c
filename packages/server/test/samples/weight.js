import { AppError, defineFieldType, defineFieldView, definePlugin, html, phrase } from '@plinth/plugin';

const FORM = /^([+-]?\d+(?:\.\d+)?)\s*(?:kg)?$/i;
const LARGEST = 1_000_000;

/** A number with a unit: 12.5 kg. */
export const weightType = defineFieldType({
  name: 'weight',
  label: 'Weight',
  icon: 'scale',
  group: 'number',
  traits: { value: 'number', hasUnit: true, groups: true },
  storage: 'column',
  attributes: [],
  example: 12.5,
  operators: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'empty', 'filled'],
  sortable: true,
  searchable: false,
  views: { show: 'weight', edit: 'number_input', filter: 'filter_number' },
  sqlType: () => 'double precision',
  parse(input, field) {
    const text = typeof input === 'number' ? String(input) : typeof input === 'string' ? input.trim() : input;
    if (text === '' || text === null || text === undefined) return null;
    const number = typeof text === 'string' ? FORM.exec(text) : null;
    if (!number) throw new AppError('FIELD_INVALID', phrase`${field.label} must be a weight`, { status: 422 });
    return Number(number[1]) || 0;
  },
  validate(value, field) {
    if (Math.abs(value) <= LARGEST) return;
    throw new AppError('FIELD_INVALID', phrase`${field.label} is too heavy`, { status: 422 });
  },
  format: (value, field, formats) => (value === null || value === undefined ? '' : `${formats.number(value)} kg`),
  serialize: (value) => (value === null || value === undefined ? '' : String(value)),
  guess: (texts) => (texts.length > 0 && texts.every((text) => /^[\d.]+ kg$/.test(text)) ? 0.9 : 0),
});

const weightView = defineFieldView({
  name: 'weight',
  label: 'Weight',
  mode: 'show',
  types: ['weight'],
  settings: [],
  render: ({ value, field, env }) => html`${weightType.format(value, field, env.formats)}`,
});

export const plugin = definePlugin({
  name: 'weights',
  version: '1.0.0',
  api: '^1',
  fieldTypes: [weightType],
  fieldViews: [weightView],
});
