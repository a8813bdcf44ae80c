import { defineTriggerSource, phrase } from '@plinth/plugin';
import { integer, select, time } from '@plinth/plugin/settings';
import { TIME_ZONE } from './base/time-zone.js';
import { spanInWords } from '../../../postgres/words/span.js';

const UNITS = ['minutes', 'hours', 'days', 'weeks'];
/** Ten years, in the longest unit. */
const MOST = 520;

/** Before, at or after a time given by a field of each row. */
export const fieldTime = defineTriggerSource({
  name: 'field_time',
  order: 30,
  label: 'source.field_time.label',
  icon: 'calendar-due',
  help: 'source.field_time.help',
  table: 'yes',
  as: 'system',
  settings: [
    {
      name: 'field',
      type: 'field',
      label: 'source.field_time.field',
      required: true,
      fieldTypes: [{ hasDay: true }],
    },
    select(
      'when',
      'source.field_time.when',
      {
        before: 'source.field_time.when.before',
        at: 'source.field_time.when.at',
        after: 'source.field_time.when.after',
      },
      { default: 'at' },
    ),
    integer('amount', 'source.field_time.amount', {
      min: 1,
      max: MOST,
      default: 1,
      showIf: { name: 'when', in: ['before', 'after'] },
    }),
    select(
      'unit',
      'source.field_time.unit',
      UNITS.map((value) => ({ value, label: `source.field_time.unit.${value}` })),
      { default: 'days', showIf: { name: 'when', in: ['before', 'after'] } },
    ),
    time('at', 'source.field_time.at', { default: '08:00' }),
    TIME_ZONE,
  ],
  event: [{ name: 'time', type: 'moment', label: 'source.field_time.event.time' }],
  check: (options, { table }) => fieldProblem(options.field, table),
  rowTime: ({ field, when = 'at', amount = 1, unit = 'days', at = '08:00', timeZone = '' }) => ({
    field,
    unit,
    at,
    timeZone,
    amount: when === 'at' ? 0 : when === 'before' ? -amount : amount,
  }),
  words: ({ field, when = 'at', amount = 1, unit = 'days' }, { table }) => {
    const name = table?.hasField(field) ? table.field(field).label : field;
    if (when === 'at') return phrase`When “${name}” is reached`;
    const words = spanInWords(amount, unit);
    return when === 'before' ? phrase`${words} before “${name}”` : phrase`${words} after “${name}”`;
  },
});

/** @param {string} name @param {import('@plinth/plugin').Table | null} table */
function fieldProblem(name, table) {
  if (!table) return null;
  if (!table.hasField(name)) return { field: phrase`Table "${table.name}" has no field "${name}"` };
  const { traits, formula, stored } = table.field(name);
  if (!traits.hasDay) return { field: 'Choose a date, or a date with time' };
  return formula && !stored ? { field: 'Store the result of this formula first, so that it can be found' } : null;
}
