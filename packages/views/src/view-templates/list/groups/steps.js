/** @import { Field, Formats, Registry } from '@plinth/plugin' */
import { daysOfPeriod } from '@plinth/plugin';

/** @typedef {'day' | 'week' | 'month' | 'quarter' | 'year'} Step */

/** What dates and instants can be grouped by. @type {readonly Step[]} */
export const STEPS = Object.freeze(['day', 'week', 'month', 'quarter', 'year']);

const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * The days of a group: from its first one on, before the first one of the next.
 *
 * @param {string} day any of them @param {Step} step @param {number} [firstDay] of the week, 1 is Monday
 * @returns {{ start: string, end: string } | null} null: there is no such day
 */
export function daysOf(day, step, firstDay) {
  if (!DAY.test(day) || Number.isNaN(Date.parse(day))) return null;
  return daysOfPeriod(day, step === 'day' ? 'today' : `this_${step}`, firstDay);
}

/**
 * The bounds of a group as values of its field: days, or the instants at which they begin in the reader's time zone.
 *
 * @param {Field} field @param {{ start: string, end: string }} days
 * @param {{ registry: Registry, formats: Formats }} reader
 */
export function boundsOf(field, { start, end }, { registry, formats }) {
  if (!field.traits.hasTime) return { start, end };
  const { timeZone } = formats;
  const begin = (/** @type {string} */ day) => registry.fieldType(field.type).parse(`${day}T00:00[${timeZone}]`, field);
  return { start: begin(start), end: begin(end) };
}

/**
 * "November 2026", "Q4 2026", "Nov 16, 2026 – Nov 22, 2026".
 *
 * @param {string} first day @param {Step} step @param {Formats} formats
 */
export function periodName(first, step, formats) {
  if (step === 'month') return formats.date(first, MONTH);
  if (step === 'year') return formats.date(first, YEAR);
  if (step === 'day') return formats.date(first);
  if (step === 'quarter') {
    const quarter = Math.floor((Number(first.slice(5, 7)) + 2) / 3);
    return formats.t('list.group.quarterName', { quarter, year: formats.date(first, YEAR) });
  }
  const last = new Date(Date.parse(`${first}T00:00:00Z`) + 6 * 86_400_000).toISOString();
  return `${formats.date(first)} – ${formats.date(last)}`;
}

const MONTH = Object.freeze(/** @type {const} */ ({ month: 'long', year: 'numeric' }));
const YEAR = Object.freeze(/** @type {const} */ ({ year: 'numeric' }));
