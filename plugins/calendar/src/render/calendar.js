/** @import { Html, Narrowing, RenderContext, RenderEnv, Result, RowModel, View, ViewCompiler, ViewState } from '@plinth/plugin' */
/** @import { CalendarEvent } from '../events.js' */
/** @import { Times } from '../times.js' */
/** @import { Window } from '../window.js' */
/** @import { EventPrinter } from './event.js' */
import { html, isAmong, opensPanel, readersAt } from '@plinth/plugin';
import { MOST_EVENTS } from '../statements.js';
import { MOVE, showing } from '../window.js';
import { createAgenda } from './agenda.js';
import { createAdd } from './add.js';
import { createHead } from './head.js';
import { createMonth } from './month.js';
import { createMoveForm } from './move-form.js';
import { scriptTexts } from './script-texts.js';
import { createDays } from './days.js';

/**
 * @typedef {object} Parts
 * @property {(state: ViewState, env?: Pick<RenderEnv, 'today'>) => Window} windowOf
 * @property {EventPrinter} event
 * @property {Times} times
 * @property {Narrowing} narrowing
 * @property {ReturnType<typeof import('../events.js').createEvents>} eventsOf
 *
 * @typedef {object} Shown a window with its events, during one request
 * @property {Window} window
 * @property {readonly CalendarEvent[]} events
 * @property {Result | null} result
 * @property {RenderContext} context
 * @property {(event: CalendarEvent, spot: { place: string, day: string }) => string} print
 */

/**
 * Prints a calendar.
 *
 * @param {View & { config: unknown }} view @param {ViewCompiler} c @param {Parts} parts
 * @returns {(result: Result | null, context: RenderContext) => Html}
 */
export function createPrinter(view, c, parts) {
  const table = /** @type {NonNullable<ViewCompiler['table']>} */ (c.table);
  const { times, event, eventsOf, windowOf, narrowing } = parts;
  const act = `/view/${view.name}/act`;
  const texts = JSON.stringify(scriptTexts(c.t));
  const { startField } = view.config;
  const readers = readersAt(c.catalog, table, startField);
  const startLabel = table.field(startField).label;
  const { eventView, eventOpen } = view.config;
  const panel = eventView && eventOpen === 'panel' && opensPanel('.pl-cal-title', c.t);
  const add = createAdd(view, c, times);
  const head = createHead(view, c, { add, narrowing });
  const moveForm = createMoveForm(view, c, { act, times, event });
  const days = createDays(c, { add });
  const print = { month: createMonth(c, { add }), week: days, day: days, agenda: createAgenda(c) };

  return (result, context) => {
    const window = windowOf(context.state, context.env);
    if (!isAmong(context.env.actor, readers))
      return html`${head(window, context)}<p class="alert alert-info">${c.t('calendar.noAccess', { field: startLabel })}</p>`;
    const events = eventsOf(result, window);
    /** @type {Shown} */
    const shown = { window, events, result, context, print: printing(event, context, window.mode !== 'month') };
    const create = add.pattern(context);
    const move = window.mode === 'month' && context.location.href({ [MOVE]: '0' });
    const data = html` data-pl-calendar data-mode="${window.mode}" data-act="${act}" data-zone="${times.zone.name}" data-locale="${c.formats.locale}" data-texts="${texts}"${times.isAllDay && html` data-days`}${create && html` data-create="${create}"`}${move && html` data-mover="${move}"`}${panel}`;
    return html`${head(window, context)}${notices(shown)}${moveForm(shown)}<div class="pl-cal"${data}>${print[window.mode](shown)}<p class="visually-hidden" aria-live="assertive" data-pl-cal-live></p></div>`;
  };

  /** @param {Shown} shown */
  function notices({ window, result, context }) {
    const { wrong, mode, from } = window;
    const unknown =
      wrong !== null &&
      html`<p class="alert alert-warning" role="alert">${c.t('calendar.wrong', { text: wrong.slice(0, 60), example: mode === 'month' ? '2026-11' : '2026-11-22' })}</p>`;
    const isCut = mode !== 'agenda' && Boolean(result?.next);
    const rest =
      isCut &&
      html`<p class="alert alert-warning">${c.t('calendar.tooMany', { count: MOST_EVENTS })} <a href="${context.location.href(showing('agenda', from))}">${c.t('calendar.showAll')}</a></p>`;
    return html`${unknown}${rest}`;
  }
}

/**
 * @param {EventPrinter} printer @param {RenderContext} context
 * @param {boolean} hasLinks to the form that moves an event; a month would be too long with them, so its script adds them
 * @returns {Shown['print']}
 */
function printing(printer, context, hasLinks) {
  /** @type {RowModel} */
  const m = { row: null, rowId: null, ...context };
  return (event, spot) => {
    m.row = event.row;
    m.rowId = event.row.id;
    const isMovable = printer.mayMove(m);
    const moveUrl = isMovable && hasLinks ? context.location.href({ [MOVE]: String(event.row.id) }) : null;
    return printer.print(m, event, { ...spot, isMovable, moveUrl });
  };
}
