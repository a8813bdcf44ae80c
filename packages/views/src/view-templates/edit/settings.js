/** @import { SettingsSchema } from '@plinth/plugin' */
import { boolean, field, layout, list, page, select, text, view } from '@plinth/plugin/settings';
import { frameSettings, options } from '../parts/settings.js';

/** @type {SettingsSchema} */
export const editSettings = [
  layout('layout', 'vt.layout', { required: true }),
  list(
    'fixed',
    'vt.edit.fixed',
    [field('field', 'vt.column.field', { required: true }), text('value', 'vt.edit.value', { max: 2000 })],
    { help: 'vt.edit.fixed.help' },
  ),
  select('destination', 'vt.edit.destination', options('vt.edit.destination', ['view', 'page', 'back', 'stay']), {
    default: 'view',
  }),
  view('destinationView', 'vt.edit.destinationView', { showIf: { name: 'destination', in: ['view'] } }),
  page('destinationPage', 'vt.edit.destinationPage', { showIf: { name: 'destination', in: ['page'] } }),
  text('submitLabel', 'vt.edit.submitLabel', { max: 60 }),
  boolean('another', 'vt.edit.another', { help: 'vt.edit.another.help', default: false }),
  view('cancelView', 'vt.edit.cancelView'),
  boolean('deleteButton', 'vt.edit.deleteButton', { default: false }),
  boolean('autosave', 'vt.edit.autosave', { help: 'vt.edit.autosave.help', default: false }),
  boolean('confirmLeave', 'vt.edit.confirmLeave', { default: true }),
  ...frameSettings,
];
