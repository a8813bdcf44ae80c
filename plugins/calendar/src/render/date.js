/** @import { Html, RenderContext, ViewCompiler } from '@plinth/plugin' */
/** @import { Window } from '../window.js' */
import { html } from '@plinth/plugin';
import { showing } from '../window.js';

const NUMBER = Object.freeze(/** @type {const} */ ({ day: 'numeric' }));
const SHORT = Object.freeze(/** @type {const} */ ({ weekday: 'short' }));
const REST = Object.freeze(/** @type {const} */ ({ month: 'long', year: 'numeric' }));

/**
 * The date of a day, as the link to it. The day on which the page is opened is marked by the script; pages that are made for
 * that day have the mark already.
 *
 * @param {ViewCompiler} c
 * @returns {(day: string, window: Window, context: RenderContext, hasWeekday?: boolean) => Html}
 */
export function createDate({ formats }) {
  return (day, { today }, { location }, hasWeekday = false) => {
    const weekday = hasWeekday && html`<span class="pl-cal-weekday">${formats.date(day, SHORT)}</span> `;
    return html`<a class="pl-cal-date" href="${location.href(showing('day', day))}" rel="nofollow"${day === today && html` aria-current="date"`}>${weekday}<span class="pl-cal-number">${formats.date(day, NUMBER)}</span><span class="visually-hidden"> ${formats.date(day, REST)}</span></a>`;
  };
}
