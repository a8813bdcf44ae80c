/** @import { Html, RowModel, View, ViewCompiler, Values } from '@plinth/plugin' */
/** @import { Times } from '../times.js' */
/** @import { EventPrinter } from './event.js' */
/** @import { Shown } from './calendar.js' */
import { Html as Markup, dateControl, html } from '@plinth/plugin';
import { MOVE } from '../window.js';

/**
 * The form that moves an event without dragging: without scripts it stands above the calendar, else in a dialog.
 *
 * @param {View & { config: Values }} view @param {ViewCompiler} c @param {{ act: string, times: Times, event: EventPrinter }} options
 * @returns {(shown: Shown) => Html | null}
 */
export function createMoveForm({ config }, c, { act, times, event: printer }) {
  const table = /** @type {NonNullable<ViewCompiler['table']>} */ (c.table);
  const start = table.field(config.startField).label;
  const end = config.endField ? table.field(config.endField).label : c.t('calendar.end');
  const texts = { save: c.t('calendar.move'), cancel: c.t('calendar.cancel') };

  return ({ events, context }) => {
    const id = context.state.own[MOVE];
    const event = id && events.find(({ row }) => String(row.id) === id);
    if (!event) return null;
    /** @type {RowModel} */
    const m = { ...context, row: event.row, rowId: event.row.id };
    if (!printer.mayMove(m)) return null;
    const back = context.location.href({ [MOVE]: null });
    const input = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string | null} */ value) => {
      const field = `${context.location.id}-move-${name}`;
      const attributes = { class: 'form-control', id: field, name, required: name === 'start' };
      const control = dateControl(value?.slice(0, 16) ?? '', c, { withTime: !times.isAllDay, attributes });
      return html`<div class="mb-3"><label class="form-label" for="${field}">${label}</label>${control}</div>`;
    };
    const title = c.t('calendar.moveEvent', { title: '\u0001' }).split('\u0001');
    return html`<form class="card pl-cal-moveform" method="post" action="${act}"><div class="card-body"><h3>${title[0]}${new Markup(printer.title(m))}${title[1]}</h3><input type="hidden" name="node" value="move"><input type="hidden" name="id" value="${id}"><input type="hidden" name="return" value="${back}">${input('start', start, event.starts)}${printer.isResizable && input('end', end, event.ends)}<div class="btn-list"><button class="btn btn-primary" type="submit">${texts.save}</button><a class="btn" href="${back}">${texts.cancel}</a></div></div></form>`;
  };
}
