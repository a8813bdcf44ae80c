/** @import { CompiledView, RenderEnv, Table, View, ViewCompiler, ViewState } from '@plinth/plugin' */
import { PANEL, defineViewTemplate } from '@plinth/plugin';
import { calendarDefaults } from './defaults.js';
import { createEvents } from './events.js';
import { createPrinter } from './render/calendar.js';
import { createEventPrinter } from './render/event.js';
import { calendarSettings } from './settings.js';
import { createStatements } from './statements.js';
import { createTimes } from './times.js';
import { readWindow } from './window.js';

/** Rows by their date, in a month, a week, a day or a list of days. */
export const calendar = defineViewTemplate({
  name: 'calendar',
  order: 46,
  label: 'calendar.name',
  icon: 'calendar',
  description: 'calendar.description',
  needsTable: true,
  settings: calendarSettings,
  defaults: calendarDefaults,
  scripts: ['calendar/calendar.js', 'core-views/js/views/refresh.js', 'core-views/js/fields/typed.js'],
  styles: ['calendar/calendar.css', 'calendar/places.css'],
  compile: compileCalendar,
});

/** @param {View & { config: any }} view @param {ViewCompiler} c @returns {CompiledView} */
function compileCalendar(view, c) {
  const { config } = view;
  const table = /** @type {Table} */ (c.table);
  const { startField, endField, durationField } = config;
  const times = createTimes(config, table, c.formats.timeZone);
  const { c: e, done } = c.scope();
  const column = (/** @type {string | undefined} */ field) => (field ? e.select({ field }) : null);
  const columns = {
    start: e.select({ field: startField }),
    end: column(endField),
    duration: column(durationField),
  };
  const event = createEventPrinter(config, c, e);
  const { select } = done();
  const windowOf = createWindows(view, c);
  const isPersonal = Object.values(table.access).some(({ update }) => update !== 'none' && update !== 'all');
  const fields = {
    start: startField,
    ...(endField && { end: endField }),
    ...(durationField && { duration: durationField }),
  };
  const narrowing = c.narrowing(view, namesOn(config));
  const isPanel = config.eventView && config.eventOpen === 'panel';
  return {
    scripts: [...narrowing.scripts, ...(isPanel ? [PANEL.script] : [])],
    styles: [...narrowing.styles, ...(isPanel ? [PANEL.style] : [])],
    controls: narrowing.controls,
    queries: (state) => ({ choices: narrowing.choices(state) }),
    query: createStatements(config, c, { times, select, windowOf }),
    render: createPrinter(view, c, { windowOf, event, times, narrowing, eventsOf: createEvents(times, columns) }),
    actions: {
      move: { action: 'calendar_move', config: { ...fields, timeZone: times.zone.name, locale: c.formats.locale } },
    },
    varies: { user: isPersonal },
  };
}

/** Fields that the calendar shows: what people filter by first. @param {any} config @returns {string[]} */
const namesOn = ({ colourField, titleField, startField, endField }) =>
  [colourField, titleField, startField, endField].filter(Boolean);

/** @param {View & { config: unknown }} view @param {ViewCompiler} c @returns {(state: ViewState, env?: Pick<RenderEnv, 'today'>) => import('./window.js').Window} */
function createWindows({ name, config }, c) {
  const table = /** @type {Table} */ (c.table);
  const { firstDay = 1 } = c.catalog.settings ?? {};
  return (state, env) =>
    readWindow(state, {
      view: name,
      firstDay,
      initial: config.initial,
      isField: (field) => table.hasField(field),
      today: () => env?.today() ?? '1970-01-01',
    });
}
