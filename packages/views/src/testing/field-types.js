/** @import { FieldType, Operator } from '@plinth/plugin' */
import { AppError, defineFieldType } from '@plinth/plugin';
import { sampleTraits } from '@plinth/plugin/contract';

/** @type {readonly Operator[]} */
const ORDERED = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'empty', 'filled'];
/** @type {readonly Operator[]} */
const EQUAL = ['eq', 'ne', 'in', 'empty', 'filled'];
/** @type {readonly Operator[]} */
const SET = ['has', 'lacks', 'empty', 'filled'];
/** @type {readonly Operator[]} */
const TEXT = ['eq', 'ne', 'in', 'contains', 'lacks', 'starts', 'ends', 'empty', 'filled'];

/**
 * Field types for tests of the views: they stand for those of the data package, which views must not import. Names,
 * groups and default field views are the same.
 */
export const testFieldTypes = [
  type('text', 'text', TEXT, { show: 'text', edit: 'text_input', filter: 'filter_text' }),
  type('long_text', 'text', TEXT, { show: 'multiline', edit: 'textarea', filter: 'filter_text', list: 'text' }),
  type('rich_text', 'text', TEXT, { show: 'markdown', edit: 'markdown_editor', filter: 'filter_text', list: 'text' }),
  type('integer', 'number', ORDERED, { show: 'number', edit: 'number_input', filter: 'filter_number' }, wholeNumber),
  type('decimal', 'number', ORDERED, { show: 'number', edit: 'number_input', filter: 'filter_number' }),
  type('boolean', 'choice', EQUAL, { show: 'check', edit: 'checkbox', filter: 'filter_boolean' }, yesNo),
  type('select', 'choice', EQUAL, { show: 'badge', edit: 'select', filter: 'filter_select' }),
  type('multi_select', 'choice', SET, { show: 'badges', edit: 'multi_checkbox', filter: 'filter_select' }),
  type('date', 'time', ORDERED, { show: 'date', edit: 'date_input', filter: 'filter_date' }),
  type('date_time', 'time', ORDERED, { show: 'date_time', edit: 'date_time_input', filter: 'filter_date' }),
  type('uuid', 'other', EQUAL, { show: 'text', edit: 'text_input' }),
  type('email', 'text', TEXT, { show: 'email_link', edit: 'email_input', filter: 'filter_text' }),
  type('url', 'text', TEXT, { show: 'url_link', edit: 'url_input', filter: 'filter_text' }),
  type(
    'relation',
    'relation',
    EQUAL,
    { show: 'relation_label', edit: 'relation_select', filter: 'filter_relation' },
    key,
  ),
  type('user', 'relation', EQUAL, { show: 'user_name', edit: 'user_select', filter: 'filter_relation' }),
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
    traits: sampleTraits(name),
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
