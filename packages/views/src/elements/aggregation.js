/** @import { ElementCompiler, Field, RowModel, Values } from '@plinth/plugin' */
import { aggregateField, AppError, averagePrinter, defineElement, html, phrase } from '@plinth/plugin';
import { childRelation, filter, integer, select } from '@plinth/plugin/settings';
import { classes } from './parts/classes.js';
import { labelSettings, labelStyles, labelled } from './parts/labelled.js';
import { COLOUR } from './parts/scales.js';

const KINDS = ['count', 'sum', 'avg', 'min', 'max', 'latest', 'array'];

/** A number or values over the rows that belong to this one: how many replies, the sum of the items, the latest date. */
export const aggregation = defineElement({
  name: 'aggregation',
  order: 240,
  label: 'el.aggregation',
  icon: 'sum',
  group: 'data',
  children: 'none',
  scope: 'row',
  settings: [
    childRelation('relation', 'el.aggregation.relation', { required: true }),
    select(
      'aggregate',
      'el.aggregation.kind',
      KINDS.map((value) => ({ value, label: `el.aggregate.${value}` })),
      { default: 'count' },
    ),
    {
      name: 'field',
      type: 'field',
      of: 'relation',
      label: 'el.aggregation.field',
      showIf: { name: 'aggregate', in: KINDS.slice(1) },
    },
    filter('where', 'el.aggregation.where', { of: 'relation' }),
    {
      name: 'sort',
      type: 'sort',
      of: 'relation',
      label: 'el.aggregation.sort',
      showIf: { name: 'aggregate', in: ['latest', 'array'] },
    },
    integer('limit', 'el.aggregation.limit', {
      min: 1,
      max: 50,
      default: 5,
      showIf: { name: 'aggregate', in: ['array'] },
    }),
    select(
      'style',
      'el.style',
      ['text', 'badge', 'stat'].map((value) => ({ value, label: `el.aggregation.${value}` })),
      { default: 'text' },
    ),
    COLOUR,
    ...labelSettings('none'),
  ],
  styles: labelStyles,
  compile({ settings }, c) {
    const { relation, aggregate, where, sort, limit, label, labelText } = settings;
    const target = fieldOf(settings, c);
    const as = c.select({
      aggregate,
      relation,
      ...(target && { field: target.path }),
      ...(where && { where }),
      ...(sort?.length && { sort }),
      ...(aggregate === 'array' && { limit }),
    });
    const format = formatter(aggregate, target?.field ?? null, c);
    const name = wrapper(settings);
    /** @param {RowModel} m */
    const value = (m) => {
      const printed = format(m.row?.[as]);
      return name ? html`<span class="${name}">${printed}</span>` : html`${printed}`;
    };
    return labelled(label, labelText || c.t(`el.aggregate.${aggregate}`), value);
  },
});

/** @param {Values} settings @param {ElementCompiler} c */
function fieldOf({ aggregate, relation, field }, c) {
  if (aggregate === 'count') return null;
  const child = c.catalog.table(String(relation).split('.')[0]);
  if (field) return aggregateField(c, child, aggregate, field);
  throw new AppError('SETTINGS_INVALID', phrase`No field of ${child.label} is chosen to aggregate`, {
    status: 422,
    hint: 'Choose it in the settings of the element, or count rows instead',
  });
}

/**
 * @param {string} aggregate
 * @param {Field | null} field
 * @param {ElementCompiler} c
 * @returns {(value: any) => string}
 */
function formatter(aggregate, field, c) {
  const { formats } = c;
  if (!field) return (value) => formats.number(value ?? 0);
  const type = c.registry.fieldType(field.type);
  /** @param {unknown} value */
  const one = (value) => (value === null || value === undefined ? '' : type.format(value, field, formats));
  if (aggregate === 'avg') {
    const average = averagePrinter(field, c);
    return (value) => (value === null || value === undefined ? '–' : average(value));
  }
  if (aggregate === 'array') return (value) => (value ?? []).map(one).filter(Boolean).join(', ');
  return (value) => one(value) || '–';
}

/** @param {Values} settings */
function wrapper({ style, colour }) {
  if (style === 'badge') return classes('badge', `pl-c-${colour ?? 'grey'}`);
  if (style === 'stat') return classes('pl-stat', colour && `pl-ink pl-c-${colour}`);
  return classes(colour && `pl-ink pl-c-${colour}`);
}
