/** @import { Html, Narrowing, RenderContext, View, ViewCompiler } from '@plinth/plugin' */
/** @import { Window } from '../window.js' */
/** @import { Add } from './add.js' */
import { html } from '@plinth/plugin';
import { addDays } from '../time/days.js';
import { MODES, TODAY, showing } from '../window.js';

const MONTH = Object.freeze(/** @type {const} */ ({ month: 'long', year: 'numeric' }));
const DAY = Object.freeze(/** @type {const} */ ({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }));

/**
 * Title, search, filters and actions, and the way to other times and ways of showing them.
 *
 * @param {View & { config: unknown }} view @param {ViewCompiler} c @param {{ add: Add, narrowing: Narrowing }} parts
 * @returns {(window: Window, context: RenderContext) => Html}
 */
export function createHead({ name, label, config }, c, { add, narrowing }) {
  const title = config.showTitle === false ? null : config.title ? c.t(config.title) : label;
  const icons = {
    plus: c.icon('plus'),
    back: c.icon('chevron-left'),
    on: c.icon('chevron-right'),
    feed: c.icon('calendar-plus'),
  };
  const said = Object.fromEntries(
    ['create', 'today', 'previous', 'next', 'subscribe', 'show', ...MODES].map((key) => [key, c.t(`calendar.${key}`)]),
  );

  /** @param {RenderContext} context */
  function actions(context) {
    const url = add.url(context);
    const create =
      url && html`<a class="btn btn-sm btn-primary" href="${url}">${icons.plus}<span>${said.create}</span></a>`;
    const feed =
      config.feed &&
      context.env.actor.roles.includes('user') &&
      html`<a class="btn btn-sm" href="/plugin/calendar/links/${name}">${icons.feed}<span>${said.subscribe}</span></a>`;
    return feed || create ? html`${feed}${create}` : null;
  }

  /** @param {Window} window @param {RenderContext} context */
  function bar(window, { location }) {
    const { mode, anchor, previous, next, today } = window;
    const step = (/** @type {string | null} */ value, /** @type {Html} */ icon, /** @type {string} */ text) =>
      value === null
        ? null
        : html`<a class="btn btn-icon btn-sm" href="${location.href(showing(mode, value))}" rel="nofollow">${icon}<span class="visually-hidden">${text}</span></a>`;
    const now = location.href(showing(mode, mode === config.initial ? null : TODAY));
    // Where the address names no day, neither do its links, so that they are the same tomorrow.
    const same = (/** @type {typeof MODES[number]} */ other) => {
      if (today !== null) return other === config.initial ? null : TODAY;
      return other === 'month' ? anchor.slice(0, 7) : anchor;
    };
    const modes = MODES.map(
      (other) =>
        html`<a class="btn btn-sm" href="${location.href(showing(other, same(other)))}" rel="nofollow"${other === mode && html` aria-current="true"`}>${said[other]}</a>`,
    );
    return html`<div class="pl-cal-bar"><div class="pl-cal-steps">${step(previous, icons.back, said.previous)}<a class="btn btn-sm" href="${now}" rel="nofollow">${said.today}</a>${step(next, icons.on, said.next)}</div><h3 class="pl-cal-when" aria-live="polite">${titleOf(window, c)}</h3><nav class="pl-cal-modes btn-group" aria-label="${said.show}">${modes}</nav></div>`;
  }

  return (window, context) => {
    const buttons = actions(context);
    const { bar: top } = context;
    if (top?.leads) top.put({ title, actions: buttons });
    const heading = top?.leads || title === top?.title ? null : title;
    const tools = narrowing.tools(context);
    const own = top?.leads ? null : buttons;
    const beside = (tools || own) && html`<div class="card-actions">${tools}${own}</div>`;
    const header =
      (heading || beside) &&
      html`<div class="pl-view-header">${heading && html`<h2 class="card-title">${heading}</h2>`}${beside}</div>${narrowing.chips(context)}`;
    return html`${header}${bar(window, context)}`;
  };
}

/** What a window is called. @param {Window} window @param {ViewCompiler} c */
function titleOf({ mode, anchor, to }, { formats }) {
  if (mode === 'month') return formats.date(anchor, MONTH);
  if (mode === 'day') return formats.date(anchor, DAY);
  return `${formats.date(anchor)} – ${formats.date(addDays(to, -1))}`;
}
