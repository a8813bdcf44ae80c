import { defineElement } from '@plinth/plugin';

const OPERATORS = ['eq', 'contains', 'starts', 'gte', 'lte', 'has', 'empty', 'filled'];

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
    {
      name: 'operator',
      type: 'select',
      label: 'el.filter_field.operator',
      help: 'el.filter_field.operator.help',
      options: OPERATORS.map((value) => ({ value, label: `el.operator.${value}` })),
    },
    { name: 'view', type: 'fieldView', mode: 'filter', of: 'field', label: 'el.form_field.view' },
    { name: 'label', type: 'text', label: 'el.label.text', max: 120 },
    { name: 'hideLabel', type: 'boolean', label: 'el.form_field.hideLabel', default: false },
  ],
  compile({ settings }, c) {
    const { field, operator, view, label, hideLabel } = settings;
    return c.filter(field, { ...view, op: operator, label: hideLabel ? false : label });
  },
});
