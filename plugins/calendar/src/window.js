/** @import { ViewState } from '@plinth/plugin' */
import { addDays, addMonths, daysBetween, isDay, startOfMonth, startOfWeek } from './time/days.js';

/** Ways to show a calendar, each with a parameter of that name. */
export const MODES = Object.freeze(/** @type {const} */ (['month', 'week', 'day', 'agenda']));
/** Parameter of the form that moves an event; no field has a name with a hyphen. */
export const MOVE = 'move-event';
/** Stands in the address for the day on which it is opened. */
export const TODAY = 'today';
/** Days that the agenda shows at once. */
const AGENDA_DAYS = 30;
/** Years that can be paged through; the weeks around them are still years of four digits. */
const [EARLIEST, LATEST] = ['0002-01-01', '9998-12-31'];

/**
 * What a calendar shows.
 *
 * @typedef {object} Window
 * @property {typeof MODES[number]} mode
 * @property {string} anchor a day in it: the first of the month or week, or the day itself
 * @property {string} from first day that is shown
 * @property {string} to the day after the last
 * @property {string | null} previous value of the mode's parameter for the time before
 * @property {string | null} next
 * @property {string | null} today if the address names no day
 * @property {string | null} wrong what the address says, if that is no such day or month
 */

/**
 * @param {ViewState} state
 * @param {{ view: string, isField: (name: string) => boolean, initial: string, firstDay: number, today: () => string }} options
 *   isField: a bare parameter of that name is a condition on the table, not the calendar's own
 * @returns {Window}
 */
export function readWindow(state, { view, isField, initial, firstDay, today }) {
  const asked = (/** @type {string} */ name) =>
    state.query[`${view}:${name}`] ?? (isField(name) ? undefined : state.own[name]);
  const mode = MODES.find((name) => asked(name)) ?? /** @type {Window['mode']} */ (initial);
  const text = asked(mode) ?? TODAY;
  const day = mode === 'month' && /^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text;
  const isKnown = isDay(day) && day >= EARLIEST && day <= LATEST;
  const now = isKnown ? null : today();
  const wrong = !isKnown && text !== TODAY ? text : null;
  return { ...around(mode, now ?? day, firstDay), today: now, wrong };
}

/** @param {Window['mode']} mode @param {string} day @param {number} firstDay */
function around(mode, day, firstDay) {
  if (mode === 'month') {
    const anchor = startOfMonth(day);
    const following = addMonths(anchor, 1);
    const last = startOfWeek(addDays(following, -1), firstDay);
    const span = { from: startOfWeek(anchor, firstDay), to: addDays(last, 7) };
    return { mode, anchor, ...span, ...beside(addMonths(anchor, -1), following, 7) };
  }
  const length = mode === 'week' ? 7 : mode === 'day' ? 1 : AGENDA_DAYS;
  const anchor = mode === 'week' ? startOfWeek(day, firstDay) : day;
  const to = addDays(anchor, length);
  return { mode, anchor, from: anchor, to, ...beside(addDays(anchor, -length), to, 10) };
}

/** @param {string} previous @param {string} next @param {number} digits of the parameter */
function beside(previous, next, digits) {
  const value = (/** @type {string} */ day) =>
    isDay(day) && day >= EARLIEST && day <= LATEST ? day.slice(0, digits) : null;
  return { previous: value(previous), next: value(next) };
}

/** The parameters of an address that shows another time. @param {Window['mode']} mode @param {string | null} value @returns {Record<string, string | null>} */
export const showing = (mode, value) => ({
  ...Object.fromEntries(MODES.map((name) => [name, null])),
  [MOVE]: null,
  after: null,
  before: null,
  [mode]: value,
});

/** @param {Window} window */
export const lengthOf = ({ from, to }) => daysBetween(from, to);
