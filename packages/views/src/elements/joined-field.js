import { AppError, defineElement, phrase } from '@plinth/plugin';
import { fieldPath, fieldView } from '@plinth/plugin/settings';
import { labelSettings, labelStyles, labelled } from './parts/labelled.js';

/** A value of a related row, such as the e-mail of the author. */
export const joinedField = defineElement({
  name: 'joined_field',
  order: 230,
  label: 'el.joined_field',
  icon: 'relation-many-to-many',
  group: 'data',
  children: 'none',
  scope: 'row',
  settings: [
    fieldPath('path', 'el.joined_field.path', { required: true }),
    fieldView('view', 'el.field.view', { of: 'path' }),
    ...labelSettings(),
  ],
  styles: labelStyles,
  compile({ settings }, c) {
    const { path, view, label, labelText } = settings;
    const found = c.table && c.catalog.path(c.table, path);
    if (!found) {
      throw new AppError('FIELD_NOT_FOUND', phrase`${c.table?.label ?? 'A page'} has no field "${path}"`, {
        status: 422,
        hint: 'Choose another field, or remove the element',
      });
    }
    const text = labelText || found.field.label;
    c.inText({ field: path, label: text, pictures: c.pictures(path, view) });
    return labelled(label, text, c.show(path, view));
  },
});
