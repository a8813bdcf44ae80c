import { defineElement } from '@plinth/plugin';
import { boolean, fieldView, text } from '@plinth/plugin/settings';

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
    fieldView('view', 'el.form_field.view', { mode: 'edit', of: 'field' }),
    text('label', 'el.label.text', { max: 120 }),
    boolean('hideLabel', 'el.form_field.hideLabel', { default: false }),
  ],
  compile({ settings }, c) {
    const { field, view, label, hideLabel } = settings;
    return c.edit(field, { ...view, label: hideLabel ? false : label });
  },
});
