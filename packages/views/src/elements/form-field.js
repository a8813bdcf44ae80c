import { defineElement } from '@plinth/plugin';

/** A field as a form control, with its label, hint and message. */
export const formField = defineElement({
  name: 'form_field',
  order: 280,
  label: 'el.form_field',
  icon: 'cursor-text',
  group: 'data',
  children: 'none',
  scope: 'form',
  settings: [
    { name: 'field', type: 'field', label: 'el.field', required: true, filledIn: true },
    { name: 'view', type: 'fieldView', mode: 'edit', of: 'field', label: 'el.form_field.view' },
    { name: 'label', type: 'text', label: 'el.label.text', max: 120 },
    { name: 'hideLabel', type: 'boolean', label: 'el.form_field.hideLabel', default: false },
  ],
  compile({ settings }, c) {
    const { field, view, label, hideLabel } = settings;
    return c.edit(field, { ...view, label: hideLabel ? false : label });
  },
});
