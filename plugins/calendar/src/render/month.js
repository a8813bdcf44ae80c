/** @import { Html, ViewCompiler } from '@plinth/plugin' */
/** @import { Add } from './add.js' */
/** @import { Shown } from './calendar.js' */
import { Html as Markup, html } from '@plinth/plugin';
import { isLong } from '../layout/columns.js';
import { placeInWeek } from '../layout/lanes.js';
import { addDays, daysOf } from '../time/days.js';
import { showing } from '../window.js';
import { createDate } from './date.js';
import { joined } from './event.js';

/** Lines of a day; the last one may say how many more there are. */
const LINES = 4;
const WEEKDAY = Object.freeze(/** @type {const} */ ({ weekday: 'short' }));

/**
 * Prints a month: its days in weeks, each with its events; an event of several days is a bar from the first one on.
 *
 * @param {ViewCompiler} c @param {{ add: Add }} parts @returns {(shown: Shown) => Html}
 */
export function createMonth(c, { add }) {
  const date = createDate(c);
  const more = createMore(c);

  return (shown) => {
    const { window, context } = shown;
    // What ends in the night after is an event of the evening before.
    const events = shown.events.map((event) => (isLong(event) ? event : { ...event, last: event.first }));
    const { from, to, anchor } = window;
    const names = daysOf(from, addDays(from, 7)).map((day) => html`<span>${c.formats.date(day, WEEKDAY)}</span>`);
    let days = '';
    for (let first = from; first < to; first = addDays(first, 7)) {
      const { placed, more: left } = placeInWeek(events, first, LINES);
      for (const [i, day] of daysOf(first, addDays(first, 7)).entries()) {
        const list = placed
          .filter((one) => one.day === i)
          .sort((a, b) => a.lane - b.lane)
          .map(({ event, days: length, lane, isBegin, isEnd }) => {
            const shape = `${isLong(event) ? 'pl-cal-bar-event' : 'pl-cal-point'}${isBegin ? '' : ' is-begun'}${isEnd ? '' : ' goes-on'}`;
            const place = `${shape} pl-cal-l${lane} pl-cal-w${length}`;
            return shown.print(event, { place, day });
          });
        const isOther = day.slice(0, 7) !== anchor.slice(0, 7);
        days +=
          html`<li class="pl-cal-day${isOther && html` is-other`}${day === window.today && html` is-today`}" data-day="${day}">${date(day, window, context)}${add.link(day, context)}<ol class="pl-cal-events">${joined(list)}</ol>${more(left[i], day, context)}</li>`
            .text;
      }
    }
    return html`<div class="pl-cal-weekdays" aria-hidden="true">${names}</div><ol class="pl-cal-month">${new Markup(days)}</ol>`;
  };
}

/** The way to the events of a day that found no place. @param {ViewCompiler} c */
export function createMore(c) {
  /** @param {number} count @param {string} day @param {import('@plinth/plugin').RenderContext} context @param {'day' | 'agenda'} [mode] */
  return (count, day, { location }, mode = 'day') =>
    count > 0 &&
    html`<a class="pl-cal-more" href="${location.href(showing(mode, day))}" rel="nofollow">${c.t('calendar.more', { count })}</a>`;
}
