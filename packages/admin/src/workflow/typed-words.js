/** @import { WorkflowVariable } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */

const LONGEST = 300;

/**
 * A value of a variable as people read it: numbers and dates in their language, moments in their time zone.
 *
 * @param {Pick<Request, 'ctx'>} req @param {WorkflowVariable['type'] | undefined} type undefined: of no variable
 * @param {unknown} value @returns {string}
 */
export function typedWords({ ctx: { t, formats } }, type, value) {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'admin.yes' : 'admin.no');
  if (type === 'number' && !Number.isNaN(Number(value))) return formats.number(String(value), EXACT);
  if (type === 'date' && isTime(value)) return formats.date(String(value));
  if (type === 'datetime' && isTime(value)) return formats.dateTime(String(value));
  const text = typeof value === 'string' && type !== 'json' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** All digits that a variable keeps. */
const EXACT = Object.freeze({ maximumFractionDigits: 12 });

/** @param {unknown} value */
const isTime = (value) => !Number.isNaN(Date.parse(String(value)));
