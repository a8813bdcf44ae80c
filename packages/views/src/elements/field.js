import { AppError, defineElement, renderer } from '@plinth/plugin';
import { fieldView } from '@plinth/plugin/settings';
import { labelSettings, labelStyles, labelled } from './parts/labelled.js';

/** The value of a field of the row, through a field view. */
export const field = defineElement({
  name: 'field',
  order: 220,
  label: 'el.field',
  icon: 'forms',
  group: 'data',
  children: 'none',
  scope: 'row',
  settings: [
    { name: 'field', type: 'field', label: 'el.field', required: true },
    fieldView('view', 'el.field.view', { of: 'field' }),
    ...labelSettings(),
  ],
  styles: labelStyles,
  compile({ settings }, c) {
    const table = c.table;
    if (!table) throw new AppError('ELEMENT_MISPLACED', 'A field needs a row, but there is none here', { status: 422 });
    const { field: name, view, label, labelText } = settings;
    const text = labelText || table.field(name).label;
    c.inText({ field: name, label: text, pictures: c.pictures(name, view) });
    const shown = c.show(name, view);
    const cell = c.cell(name, text);
    if (!cell) return labelled(label, text, shown);
    const value = renderer(shown);
    return labelled(label, text, (m) => cell(m, value(m)));
  },
});
