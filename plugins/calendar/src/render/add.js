/** @import { Html, RenderContext, View, ViewCompiler } from '@plinth/plugin' */
/** @import { Times } from '../times.js' */
import { html, mayDo, mayOpen } from '@plinth/plugin';

/** When an event begins that is added on a day. */
const USUAL = '09:00';
/** What the script replaces with the time that was clicked on. */
const PLACE = '{start}';

/**
 * Links to the form for a new row, with its start filled in.
 *
 * @typedef {ReturnType<typeof createAdd>} Add
 * @param {View & { config: unknown }} view @param {ViewCompiler} c @param {Times} times
 */
export function createAdd({ config }, c, { isAllDay, zone }) {
  const table = /** @type {NonNullable<ViewCompiler['table']>} */ (c.table);
  const form = config.createView ? c.attempt('config.createView', () => c.catalog.view(config.createView)) : null;
  const plus = c.icon('plus');
  const label = (/** @type {string} */ day) => c.t('calendar.addOn', { day: c.formats.date(day, LONG) });
  const valueOf = (/** @type {string} */ day) => (isAllDay ? day : `${day}T${USUAL}[${zone.name}]`);

  /** @param {RenderContext} context @param {string | null} start */
  function urlOf({ env, state }, start) {
    if (!form || !mayOpen(form.roles, env.actor) || !mayDo(table, 'create', env.actor)) return null;
    return env.viewUrl(form.name, { ...state.presets, ...(start !== null && { [config.startField]: start }) });
  }

  return {
    /** The link in the head of the calendar. @param {RenderContext} context */
    url: (context) => urlOf(context, null),
    /** The address with a place for the start, for scripts. @param {RenderContext} context */
    pattern: (context) => urlOf(context, isAllDay ? PLACE : `${PLACE}[${zone.name}]`),
    /** @param {string} day @param {RenderContext} context @returns {Html | null} */
    link(day, context) {
      const url = urlOf(context, valueOf(day));
      return url === null
        ? null
        : html`<a class="pl-cal-add" href="${url}" rel="nofollow">${plus}<span class="visually-hidden">${label(day)}</span></a>`;
    },
  };
}

const LONG = Object.freeze(/** @type {const} */ ({ weekday: 'long', day: 'numeric', month: 'long' }));
