/** @import { SettingsSchema } from '@plinth/plugin' */
import { frameSettings, options } from '../parts/settings.js';

/** @type {SettingsSchema} */
export const editSettings = [
  { name: 'layout', type: 'layout', label: 'vt.layout', required: true },
  {
    name: 'fixed',
    type: 'list',
    label: 'vt.edit.fixed',
    help: 'vt.edit.fixed.help',
    items: [
      { name: 'field', type: 'field', label: 'vt.column.field', required: true },
      { name: 'value', type: 'text', label: 'vt.edit.value', max: 2000 },
    ],
  },
  {
    name: 'destination',
    type: 'select',
    label: 'vt.edit.destination',
    default: 'view',
    options: options('vt.edit.destination', ['view', 'page', 'back', 'stay']),
  },
  {
    name: 'destinationView',
    type: 'view',
    label: 'vt.edit.destinationView',
    showIf: { name: 'destination', in: ['view'] },
  },
  {
    name: 'destinationPage',
    type: 'page',
    label: 'vt.edit.destinationPage',
    showIf: { name: 'destination', in: ['page'] },
  },
  { name: 'submitLabel', type: 'text', label: 'vt.edit.submitLabel', max: 60 },
  { name: 'cancelView', type: 'view', label: 'vt.edit.cancelView' },
  { name: 'deleteButton', type: 'boolean', label: 'vt.edit.deleteButton', default: false },
  { name: 'autosave', type: 'boolean', label: 'vt.edit.autosave', help: 'vt.edit.autosave.help', default: false },
  { name: 'confirmLeave', type: 'boolean', label: 'vt.edit.confirmLeave', default: true },
  ...frameSettings,
];
