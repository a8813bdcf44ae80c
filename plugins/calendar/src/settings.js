/** @import { SettingsSchema } from '@plinth/plugin' */
import { MODES } from './window.js';

/** Fields that say when something is: a whole day, or a moment. */
const DATE_TYPES = [{ hasDay: true }];

/** @type {SettingsSchema} */
export const calendarSettings = [
  { name: 'startField', type: 'field', label: 'calendar.startField', fieldTypes: DATE_TYPES, required: true },
  {
    name: 'endField',
    type: 'field',
    label: 'calendar.endField',
    help: 'calendar.endField.help',
    fieldTypes: DATE_TYPES,
  },
  {
    name: 'durationField',
    type: 'field',
    label: 'calendar.durationField',
    help: 'calendar.durationField.help',
    fieldTypes: [{ value: 'number', hasTime: true }],
  },
  { name: 'titleField', type: 'field', label: 'calendar.titleField', required: true },
  {
    name: 'colourField',
    type: 'field',
    label: 'calendar.colourField',
    fieldTypes: [{ value: 'choice', isMany: false }],
  },
  { name: 'eventView', type: 'view', label: 'calendar.eventView', viewTemplates: ['show', 'edit', 'list_show'] },
  {
    name: 'createView',
    type: 'view',
    label: 'calendar.createView',
    help: 'calendar.createView.help',
    viewTemplates: ['edit'],
  },
  {
    name: 'initial',
    type: 'select',
    label: 'calendar.initial',
    default: 'month',
    options: MODES.map((value) => ({ value, label: `calendar.${value}` })),
  },
  { name: 'filter', type: 'filter', label: 'calendar.filter' },
  { name: 'condition', type: 'expression', result: 'bool', label: 'calendar.condition' },
  { name: 'feed', type: 'boolean', label: 'calendar.feed', help: 'calendar.feed.help', default: true },
  { name: 'live', type: 'boolean', label: 'calendar.live', help: 'calendar.live.help', default: true },
  { name: 'title', type: 'text', label: 'calendar.title', max: 120 },
  { name: 'showTitle', type: 'boolean', label: 'calendar.showTitle', default: true },
];
