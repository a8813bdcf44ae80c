/** @import { Html, ViewCompiler } from '@plinth/plugin' */
/** @import { CalendarEvent } from '../events.js' */
/** @import { Shown } from './calendar.js' */
import { html } from '@plinth/plugin';
import { joined } from './event.js';

const LONG = Object.freeze(/** @type {const} */ ({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }));

/**
 * Prints the events of the coming days as a list, in pages.
 *
 * @param {ViewCompiler} c @returns {(shown: Shown) => Html}
 */
export function createAgenda(c) {
  const texts = { none: c.t('calendar.none'), noneLead: c.t('calendar.none.lead'), next: c.t('calendar.showMore') };
  const icon = c.icon('calendar');

  return (shown) => {
    const { window, events, result, context } = shown;
    /** @type {Map<string, CalendarEvent[]>} */
    const byDay = new Map();
    for (const event of events) {
      // What has begun before is on the first day.
      const day = event.first < window.from ? window.from : event.first;
      byDay.set(day, [...(byDay.get(day) ?? []), event]);
    }
    const days = [...byDay].sort().map(([day, list]) => {
      const items = list.map((event) => shown.print(event, { place: 'pl-cal-line', day }));
      return html`<li class="pl-cal-agenda-day${day === window.today && html` is-today`}" data-day="${day}"><h4>${c.formats.date(day, LONG)}</h4><ol class="pl-cal-events">${joined(items)}</ol></li>`;
    });
    const more =
      result?.next &&
      html`<p><a class="btn" href="${context.location.href({ after: result.next })}" rel="next">${texts.next}</a></p>`;
    if (days.length === 0 && !more)
      return html`<div class="empty"><div class="empty-icon">${icon}</div><p class="empty-title">${texts.none}</p><p class="empty-subtitle">${texts.noneLead}</p></div>`;
    return html`<ol class="pl-cal-agenda">${days}</ol>${more}`;
  };
}
