/** @import { Field, Group, ViewCompiler } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';

/**
 * A field that rows are grouped by: how it is queried, how its values are written and how they are ordered.
 *
 * @typedef {{ as: string, key: string, path: string, title: string, groups: Group[], reads: string[],
 *   step: import('../list/groups/steps.js').Step | null, isTime: boolean, say: (value: any) => string,
 *   rank: ((value: any) => number) | null, compare: (a: string, b: string) => number }} Dimension compare: of names; as: where a group has what it is called; key: where it has its value
 */

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STEPS = {
  day: { day: 'numeric', month: 'short', year: '2-digit' },
  week: { day: 'numeric', month: 'short', year: '2-digit' },
  month: { month: 'short', year: 'numeric' },
  quarter: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
};

/**
 * @param {string} as @param {string} path @param {string | undefined} step @param {ViewCompiler} c
 * @param {{ keyed: boolean }} options keyed: rows with the same label are different
 * @returns {Dimension}
 */
export function dimension(as, path, step, c, { keyed }) {
  const found = c.table && c.catalog.path(c.table, path);
  if (!found) {
    throw new AppError('FIELD_NOT_FOUND', phrase`${c.table?.label} has no field "${path}"`, {
      status: 422,
      hint: 'Choose another field for the chart',
    });
  }
  const { field } = found;
  const isDate = field.traits.hasDay;
  // Instants are all different: without a step each would be a group of its own.
  const cut = isDate ? (step ?? 'day') : null;
  const label = field.traits.value === 'reference' && !field.traits.isMany;
  const group = /** @type {Group} */ ({ as, field: path, ...(label && { label }), ...(cut && { step: cut }) });
  const key = label && keyed ? `${as}k` : as;
  return {
    as,
    key,
    path,
    title: field.label,
    groups: key === as ? [group] : [group, { as: key, field: path }],
    reads: [...targets(found.steps), ...(label && field.target ? [field.target] : [])],
    step: /** @type {Dimension['step']} */ (cut),
    isTime: isDate,
    say: speaker(field, cut, label, c),
    rank: ranked(field),
    compare: new Intl.Collator(c.formats.locale, { numeric: true }).compare,
  };
}

/** @param {Field[]} steps */
const targets = (steps) => steps.flatMap(({ target }) => (target ? [target] : []));

/**
 * @param {Field} field
 * @param {string | null} step
 * @param {boolean} label
 * @param {ViewCompiler} c
 * @returns {Dimension['say']}
 */
function speaker(field, step, label, c) {
  const none = c.t('views.chart.none');
  const { formats } = c;
  const type = c.registry.fieldType(field.type);
  return (value) => {
    if (value === null || value === undefined || value === '') return none;
    if (step) return formats.date(String(value), STEPS[step]);
    if (label) return String(value);
    if (typeof value === 'boolean') return c.t(value ? 'views.yes' : 'views.no');
    return type.format(value, field, formats);
  };
}

/** Options keep the order in which they were defined. @param {Field} field @returns {Dimension['rank']} */
function ranked({ traits, attributes }) {
  if (traits.value !== 'choice' || traits.isMany || !Array.isArray(attributes?.options)) return null;
  const places = new Map(attributes.options.map(({ value }, i) => [value, i]));
  return (value) => places.get(value) ?? places.size;
}
