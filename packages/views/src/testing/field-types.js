/** @import { FieldType, Operator } from '@plinth/plugin' */
import { AppError, defineFieldType } from '@plinth/plugin';

/** @type {readonly Operator[]} */
const ORDERED = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'empty', 'filled'];
/** @type {readonly Operator[]} */
const TEXT = ['eq', 'ne', 'in', 'contains', 'starts', 'empty', 'filled'];

/**
 * Field types for tests of the views: they stand for those of the data package, which views must not import. Names,
 * groups and default field views are the same.
 */
export const testFieldTypes = [
  type('text', 'text', TEXT, { show: 'text', edit: 'text_input' }),
  type('long_text', 'text', TEXT, { show: 'paragraphs', edit: 'textarea', list: 'excerpt' }),
  type('integer', 'number', ORDERED, { show: 'number', edit: 'number_input' }, wholeNumber),
  type('decimal', 'number', ORDERED, { show: 'number', edit: 'number_input' }),
  type('boolean', 'choice', ['eq', 'ne', 'empty', 'filled'], { show: 'check', edit: 'checkbox' }, yesNo),
  type('select', 'choice', ['eq', 'ne', 'in', 'empty', 'filled'], { show: 'badge', edit: 'select' }),
  type('multi_select', 'choice', ['has', 'empty', 'filled'], { show: 'badges', edit: 'multi_select' }),
  type('date', 'time', ORDERED, { show: 'date', edit: 'date_input' }),
  type('date_time', 'time', ORDERED, { show: 'date_time', edit: 'date_time_input', list: 'relative' }),
  type('uuid', 'other', ['eq', 'in'], { show: 'text', edit: 'text_input' }),
  type(
    'relation',
    'relation',
    ['eq', 'ne', 'in', 'empty', 'filled'],
    { show: 'relation_label', edit: 'relation_select' },
    key,
  ),
  type('user', 'relation', ['eq', 'ne', 'in', 'empty', 'filled'], { show: 'relation_label', edit: 'relation_select' }),
];

/**
 * @param {string} name @param {FieldType['group']} group @param {readonly Operator[]} operators
 * @param {FieldType['views']} views @param {(text: string) => any} [parse] @returns {FieldType}
 */
function type(name, group, operators, views, parse = (text) => text) {
  return defineFieldType({
    name,
    label: name,
    icon: 'point',
    group,
    storage: 'column',
    attributes: [],
    sqlType: () => 'text',
    parse: (input) => (input === '' || input === null || input === undefined ? null : parse(String(input))),
    validate() {},
    format: (value) => (value === null ? '' : String(value)),
    serialize: (value) => (value === null ? '' : String(value)),
    operators,
    sortable: group !== 'relation',
    searchable: group === 'text',
    views,
  });
}

/** @param {string} text */
function wholeNumber(text) {
  if (/^-?\d+$/.test(text)) return Number(text);
  throw new AppError('FIELD_INVALID', 'must be a whole number', { status: 422 });
}

/** @param {string} text */
function yesNo(text) {
  return text === 'on' || text === 'true';
}

/** @param {string} text */
function key(text) {
  return /^\d+$/.test(text) ? Number(text) : text;
}
