/** @import { ElementCompiler, Html, RowModel, ViewCompiler, Values } from '@plinth/plugin' */
/** @import { CalendarEvent } from '../events.js' */
import {
  Html as Markup,
  doersOf,
  escapeHtml,
  hasFullAccess,
  isAmong,
  mayDo,
  renderer,
  writersOf,
} from '@plinth/plugin';

const CLOCK = Object.freeze(/** @type {const} */ ({ timeStyle: 'short', timeZone: 'UTC' }));

/**
 * How events are printed.
 *
 * @typedef {ReturnType<typeof createEventPrinter>} EventPrinter
 * @typedef {{ place: string, day: string, isMovable: boolean, moveUrl: string | null }} Spot
 *   place: classes that say where it stands; day: on which it is printed; moveUrl: of the form that moves it
 */

/**
 * @param {Values} config @param {ViewCompiler} c @param {ElementCompiler} e
 */
export function createEventPrinter(config, c, e) {
  const title = renderer(e.show(config.titleField, { view: 'text', inLink: true }));
  const colour = createColour(config, c, e);
  const link = config.eventView ? c.attempt('config.eventView', () => linkTo(config.eventView, e)) : null;
  const mayMove = createMayMove(config, c, e);
  const untitled = c.t('calendar.untitled');
  const clock = createClock(c.formats.locale);
  const [moveBefore, moveAfter = ''] = c.t('calendar.moveEvent', { title: '\u0001' }).split('\u0001');
  const until = (/** @type {string} */ day) => c.t('calendar.until', { end: c.formats.date(day) });
  const isResizable = Boolean(config.endField || config.durationField);

  return {
    mayMove,
    clock,
    isResizable,
    /** @param {RowModel} m @returns {string} markup without links */
    title: (m) => title(m).text || escapeHtml(untitled),
    /** @param {RowModel} m @param {CalendarEvent} event @param {Spot} spot @returns {string} */
    print(m, event, { place, day, isMovable, moveUrl }) {
      const name = this.title(m);
      const url = link?.(m);
      const isBegin = event.first === day;
      const time = !event.isAllDay && isBegin ? `<span class="pl-cal-time">${clock(event.starts)}</span> ` : '';
      const end = event.last > day ? `<span class="visually-hidden"> ${escapeHtml(until(event.last))}</span>` : '';
      const text = `${time}<span class="pl-cal-name">${name}</span>${end}`;
      const body = url
        ? `<a class="pl-cal-title" href="${escapeHtml(url)}">${text}</a>`
        : `<span class="pl-cal-title"${isMovable ? ' tabindex="0"' : ''}>${text}</span>`;
      const mover = moveUrl
        ? `<a class="pl-cal-move" href="${escapeHtml(moveUrl)}"><span class="visually-hidden">${escapeHtml(moveBefore)}${name}${escapeHtml(moveAfter)}</span></a>`
        : '';
      return `<li class="pl-cal-event ${colour(m)} ${place}" data-key="${escapeHtml(m.rowId)}/${day}"${isMovable ? moved(event, m.rowId) : ''}>${body}${mover}</li>`;
    },
  };

  /** What the script that moves it has to know. @param {CalendarEvent} event @param {unknown} id */
  function moved({ starts, ends }, id) {
    const end = isResizable ? ` data-ends="${ends ?? ''}"` : '';
    return ` data-move="${escapeHtml(id)}" data-starts="${starts}"${end}`;
  }
}

/** Times of day by the clock on the wall. @param {string} locale @returns {(wall: string) => string} */
function createClock(locale) {
  const format = new Intl.DateTimeFormat(locale, CLOCK);
  return (wall) => format.format(Date.parse(`${wall}Z`));
}

/** The class of the option's colour. @param {Values} config @param {ViewCompiler} c @param {ElementCompiler} e @returns {(m: RowModel) => string} */
function createColour({ colourField }, c, e) {
  if (!colourField) return () => 'pl-cal-plain';
  const { attributes } = /** @type {NonNullable<ViewCompiler['table']>} */ (c.table).field(colourField);
  const options = Array.isArray(attributes?.options) ? attributes.options : [];
  const colours = new Map(
    options.map(({ value, colour }) => [String(value), /^[a-z]+$/.test(colour) ? `pl-c-${colour}` : 'pl-c-grey']),
  );
  const column = e.select({ field: colourField });
  return (m) => colours.get(String(m.row?.[column])) ?? 'pl-cal-plain';
}

/** @param {string} view @param {ElementCompiler} e @returns {(m: RowModel) => string | null} */
function linkTo(view, e) {
  const url = e.viewUrl(view, { row: true });
  const opens = e.mayOpen(view, { row: true });
  return (m) => (opens(m) ? url(m) : null);
}

/**
 * Whether an event can be picked up: its row may be changed, and the field of its start. What a rule says of the row as it
 * would be is found out when it is dropped.
 *
 * @param {Values} config @param {ViewCompiler} c @param {ElementCompiler} e @returns {(m: RowModel) => boolean}
 */
function createMayMove({ startField, endField }, c, e) {
  const table = /** @type {NonNullable<ViewCompiler['table']>} */ (c.table);
  const names = [startField, ...(endField ? [endField] : [])];
  if (names.some((name) => table.field(name).auto)) return () => false;
  const writers = names.map((name) => writersOf(table.field(name)));
  const mayWrite = (/** @type {RowModel} */ { env }) => writers.every((lists) => isAmong(env.actor, lists));
  const byRow = Object.values(table.access).some(({ update }) => update !== 'none' && update !== 'all');
  if (!byRow) return (m) => mayDo(table, 'update', m.env.actor) && mayWrite(m);
  const column = e.select({ may: 'update' });
  const doers = doersOf(table, 'update');
  return (m) => (hasFullAccess(m.env.actor) || isAmong(m.env.actor, doers)) && m.row?.[column] === true && mayWrite(m);
}

/** @param {string[]} parts @returns {Html} of markup that is safe already */
export const joined = (parts) => new Markup(parts.join(''));
