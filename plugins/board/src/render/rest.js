/** @import { Html, RenderContext, Result, View, ViewCompiler } from '@plinth/plugin' */
/** @import { Entry } from '../axis.js' */
/** @import { Parts } from './board.js' */
import { Html as Markup, html } from '@plinth/plugin';
import { PARAMS, cellOf } from '../statements.js';
import { nextUrl } from './column.js';

/**
 * Prints the further cards of a column: a page by itself without scripts, with scripts the source of cards that are
 * added to the column.
 *
 * @param {View} view @param {ViewCompiler} c
 * @param {Pick<Parts, 'columns' | 'lanes'> & { column: ReturnType<typeof import('./column.js').createColumn> }} parts
 * @returns {(result: Result | null, context: RenderContext) => Html}
 */
export function createRest(view, c, { columns, lanes, column }) {
  const texts = { back: c.t('board.back', { board: view.label }), more: c.t('board.more'), none: c.t('board.noMore') };
  const arrow = c.icon('arrow-left');

  return (result, context) => {
    const { column: key = '', lane: laneKey } = cellOf(context.state, lanes !== null);
    const entry = entryOf(
      columns.entries(context.results?.columns ?? null, new Map([[key, { label: null, picture: null }]])).entries,
      key,
    );
    const lane =
      lanes &&
      entryOf(
        lanes.entries(context.results?.lanes ?? null, new Map([[laneKey, { label: null, picture: null }]])).entries,
        laneKey,
      );
    const whole = context.location.href({ [PARAMS.column]: null, [PARAMS.lane]: null, after: null });
    const more =
      result?.next &&
      html`<a class="pl-board-more" href="${nextUrl({ column: entry, lane }, context, result.next)}" rel="next">${texts.more}</a>`;
    const cards = result?.rows.length
      ? html`<ol class="pl-board-cards">${new Markup(column.cards(result.rows, context))}</ol>${more}`
      : html`<p class="text-secondary">${texts.none}</p>`;
    return html`<p><a class="btn btn-sm" href="${whole}">${arrow}<span>${texts.back}</span></a></p><div class="pl-board"><section class="pl-board-column pl-board-rest" data-rest><header class="pl-board-head"><h3 class="pl-board-name">${lane ? `${lane.label}: ${entry.label}` : entry.label}</h3></header>${cards}</section></div>`;
  };
}

/** @param {readonly Entry[]} entries @param {string} key @returns {Entry} */
const entryOf = (entries, key) =>
  entries.find((one) => one.key === key) ?? { key, label: key, colour: '', isKnown: false };
