import { defineElement } from '@plinth/plugin';
import { boolean, fieldView, select, text } from '@plinth/plugin/settings';

const OPERATORS = ['eq', 'contains', 'lacks', 'starts', 'ends', 'gte', 'lte', 'has', 'empty', 'filled'];

/** A control in a filter view: what is chosen in it narrows the other views of its table on the page. */
export const filterField = defineElement({
  name: 'filter_field',
  order: 290,
  label: 'el.filter_field',
  icon: 'filter',
  group: 'data',
  children: 'none',
  scope: 'form',
  settings: [
    { name: 'field', type: 'field', label: 'el.field', required: true },
    select(
      'operator',
      'el.filter_field.operator',
      OPERATORS.map((value) => ({ value, label: `el.operator.${value}` })),
      { help: 'el.filter_field.operator.help' },
    ),
    fieldView('view', 'el.form_field.view', { mode: 'filter', of: 'field' }),
    text('label', 'el.label.text', { max: 120 }),
    boolean('hideLabel', 'el.form_field.hideLabel', { default: false }),
  ],
  compile({ settings }, c) {
    const { field, operator, view, label, hideLabel } = settings;
    return c.filter(field, { ...view, op: operator, label: hideLabel ? false : label });
  },
});
