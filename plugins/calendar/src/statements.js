/** @import { Actor, Filter, FormModel, Query, RenderEnv, Select, ViewCompiler, ViewState, Values } from '@plinth/plugin' */
/** @import { Times } from './times.js' */
/** @import { Window } from './window.js' */
import { addDays } from './time/days.js';

/** Events that a month, week or day shows at most; the rest is in the agenda. */
export const MOST_EVENTS = 300;
/** Events on one page of the agenda. */
export const AGENDA_PAGE = 50;
/** How long before the window an event may begin whose end is only known by its duration. */
const LONGEST_DAYS = 31;

/**
 * The statements of a calendar: the events of a window, and a row by its key, whenever it is, for whoever moves it.
 *
 * @param {Values} config @param {ViewCompiler} c
 * @param {{ times: Times, select: readonly Select[], windowOf: (state: ViewState, env?: Pick<RenderEnv, 'today'>) => Window }} parts
 */
export function createStatements(config, c, { times, select, windowOf }) {
  const own = conditionOf(config);
  const where = { all: [...(own ? [own] : []), ...insideWindow(config, times)] };
  const sort = [{ field: config.startField }];
  const events = c.rows({ select, where, sort, limit: MOST_EVENTS, search: true });
  const agenda = c.rows({ select, where, sort, limit: AGENDA_PAGE, search: true });
  const ofRow = c.rows({ select, where: own, limit: 1, byId: true, paging: false });

  /**
   * @param {ViewState} state @param {Actor} actor @param {FormModel | null} [_form] @param {RenderEnv} [env] @returns {Query}
   */
  return (state, actor, _form, env) => {
    if (state.id !== null) return ofRow(state, actor);
    const window = windowOf(state, env);
    const { spec, params } = (window.mode === 'agenda' ? agenda : events)(state, actor);
    return { spec, params: { ...params, ...boundsOf(window, times) } };
  };
}

/** @param {Window} window @param {Times} times */
function boundsOf({ from, to }, times) {
  return {
    'window-from': times.bound(from),
    'window-to': times.bound(to),
    'window-back': times.bound(addDays(from, -LONGEST_DAYS)),
  };
}

/** Events that begin before the window ends, and end after it begins. @param {Values} config @param {Times} times @returns {Filter[]} */
function insideWindow({ startField, endField, durationField }, { isAllDay }) {
  const param = (/** @type {string} */ name) => ({ param: `window-${name}` });
  /** @type {Filter} */
  const begins = { field: startField, op: 'gte', value: param('from') };
  /** @type {Filter[]} */
  const ends = endField ? [{ field: endField, op: isAllDay ? 'gte' : 'gt', value: param('from') }] : [];
  /** @type {Filter[]} */
  const lasts = durationField
    ? [
        {
          all: [
            { field: startField, op: 'gte', value: param('back') },
            { field: durationField, op: 'filled' },
          ],
        },
      ]
    : [];
  return [
    { field: startField, op: 'lt', value: param('to') },
    endField || durationField ? { any: [begins, ...ends, ...lasts] } : begins,
  ];
}

/** @param {{ filter?: Filter, condition?: string }} config @returns {Filter | undefined} */
export function conditionOf({ filter, condition }) {
  if (!condition) return filter;
  return filter ? { all: [filter, { expression: condition }] } : { expression: condition };
}
