/** @import { Html, ViewCompiler } from '@plinth/plugin' */
/** @import { Block } from '../layout/columns.js' */
/** @import { Add } from './add.js' */
/** @import { Shown } from './calendar.js' */
import { Html as Markup, html } from '@plinth/plugin';
import { isLong, placeInDay } from '../layout/columns.js';
import { placeInWeek } from '../layout/lanes.js';
import { daysOf } from '../time/days.js';
import { lengthOf } from '../window.js';
import { createDate } from './date.js';
import { joined } from './event.js';
import { createMore } from './month.js';

/** Events beside each other, and lines of whole days, in a week and on a single day. */
const WEEK = Object.freeze({ columns: 3, lines: 4 });
const SINGLE = Object.freeze({ columns: 12, lines: 20 });
const HOUR = Object.freeze(/** @type {const} */ ({ hour: 'numeric', timeZone: 'UTC' }));

/**
 * Prints days beside each other: whole days above, the others along the hours.
 *
 * @param {ViewCompiler} c @param {{ add: Add }} parts @returns {(shown: Shown) => Html}
 */
export function createDays(c, { add }) {
  const date = createDate(c);
  const more = createMore(c);
  const hours = Array.from({ length: 24 }, (_, hour) => Date.UTC(2026, 0, 1, hour));
  const hourFormat = new Intl.DateTimeFormat(c.formats.locale, HOUR);
  const labels = hours.map((hour) => html`<span>${hourFormat.format(hour)}</span>`);
  const name = c.t('calendar.hours');

  return (shown) => {
    const { window, events, context } = shown;
    const length = lengthOf(window);
    const most = length > 1 ? WEEK : SINGLE;
    const mode = length > 1 ? 'day' : 'agenda';
    const { placed, more: left } = placeInWeek(events.filter(isLong), window.from, most.lines, length);
    const short = events.filter((event) => !isLong(event));
    const days = daysOf(window.from, window.to).map((day, i) => {
      const long = placed
        .filter((one) => one.day === i)
        .sort((a, b) => a.lane - b.lane)
        .map(({ event, days: span, lane, isBegin, isEnd }) => {
          const shape = `pl-cal-bar-event${isBegin ? '' : ' is-begun'}${isEnd ? '' : ' goes-on'}`;
          return shown.print(event, { place: `${shape} pl-cal-l${lane} pl-cal-w${span}`, day });
        });
      const { blocks, more: over } = placeInDay(short, day, most.columns);
      const timed = blocks.map((block) => shown.print(block.event, { place: placeOf(block), day }));
      return html`<li class="pl-cal-column${day === window.today && html` is-today`}" data-day="${day}"><div class="pl-cal-top">${date(day, window, context, true)}${add.link(day, context)}<ol class="pl-cal-events">${joined(long)}</ol>${more(left[i] + over, day, context, mode)}</div><ol class="pl-cal-hours">${joined(timed)}</ol></li>`;
    });
    return html`<div class="pl-cal-scroll" role="region" aria-label="${name}" tabindex="0"><div class="pl-cal-gutter" aria-hidden="true">${labels}</div><ol class="pl-cal-columns pl-cal-of${length}">${new Markup(days.map(({ text }) => text).join(''))}</ol></div>`;
  };
}

/** Where a block stands on its day, to the quarter of an hour. @param {Block} block */
function placeOf({ from, to, column, of, isBegin, isEnd }) {
  const first = Math.floor(from / 15);
  const last = Math.max(first + 2, Math.ceil(to / 15));
  const rows = `pl-cal-h${Math.floor(first / 4)} pl-cal-q${first % 4} pl-cal-e${Math.floor(last / 4)} pl-cal-f${last % 4}`;
  const shape = `pl-cal-block${isBegin ? '' : ' is-begun'}${isEnd ? '' : ' goes-on'}`;
  return `${shape} ${rows} pl-cal-x${(column * 12) / of} pl-cal-n${of}`;
}
