/** @import { SettingsSchema } from '@plinth/plugin' */
import { narrowingSettings, openingSetting } from '@plinth/plugin';
import { boolean, expression, field, filter, select, text, view } from '@plinth/plugin/settings';
import { MODES } from './window.js';

/** Fields that say when something is: a whole day, or a moment. */
const DATE_TYPES = [{ hasDay: true }];

/** @type {SettingsSchema} */
export const calendarSettings = [
  field('startField', 'calendar.startField', { fieldTypes: DATE_TYPES, required: true }),
  field('endField', 'calendar.endField', { help: 'calendar.endField.help', fieldTypes: DATE_TYPES }),
  field('durationField', 'calendar.durationField', {
    help: 'calendar.durationField.help',
    fieldTypes: [{ value: 'number', hasTime: true }],
  }),
  field('titleField', 'calendar.titleField', { required: true }),
  field('colourField', 'calendar.colourField', { fieldTypes: [{ value: 'choice', isMany: false }] }),
  view('eventView', 'calendar.eventView', { viewTemplates: ['show', 'edit', 'list_show'] }),
  openingSetting('eventOpen', 'calendar.eventOpen'),
  view('createView', 'calendar.createView', { help: 'calendar.createView.help', viewTemplates: ['edit'] }),
  ...narrowingSettings,
  select(
    'initial',
    'calendar.initial',
    MODES.map((value) => ({ value, label: `calendar.${value}` })),
    { default: 'month' },
  ),
  filter('filter', 'calendar.filter'),
  expression('condition', 'calendar.condition', { result: 'bool' }),
  boolean('feed', 'calendar.feed', { help: 'calendar.feed.help', default: true }),
  boolean('live', 'calendar.live', { help: 'calendar.live.help', default: true }),
  text('title', 'calendar.title', { max: 120 }),
  boolean('showTitle', 'calendar.showTitle', { default: true }),
];
