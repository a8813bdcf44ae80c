/** @import { Html, RenderContext, RowModel, View, ViewCompiler, Row } from '@plinth/plugin' */
/** @import { Cell } from '../model.js' */
/** @import { Parts } from './board.js' */
import { Html as Markup, attrs, html } from '@plinth/plugin';
import { PARAMS, asParam } from '../statements.js';
import { createAddForm } from './add-form.js';
import { faceOf } from './face.js';

/**
 * Prints columns: head, cards, the way to more, and the form to add one.
 *
 * @param {View & { config: unknown }} view @param {ViewCompiler} c @param {Parts & { act: string }} parts
 */
export function createColumn(view, c, { card, lanes, print, act }) {
  const texts = { cards: c.t('board.cards'), more: c.t('board.more'), former: c.t('board.former') };
  const addForm = createAddForm(view, c, { act });
  const hasLanes = lanes !== null;

  /** @param {unknown} total @param {RenderContext} context */
  function sum(total, context) {
    if (!print || total === null) return '';
    return html`<span class="pl-board-sum">${print(total, { row: null, rowId: null, ...context })}</span>`;
  }

  /** @param {Cell} cell @param {RenderContext} context */
  function head({ column, count, total }, context) {
    const { label, colour, isKnown } = column;
    return html`<header class="pl-board-head"${attrs({ title: isKnown ? null : texts.former })}>${colour && html`<span class="pl-board-dot pl-c-${colour}"></span>`}${faceOf(column)}<h3 class="pl-board-name">${label}</h3><span class="pl-board-count">${count}<span class="visually-hidden"> ${texts.cards}</span></span>${sum(total, context)}</header>`;
  }

  /** Cards in their order. @param {readonly Row[]} rows @param {RenderContext} context @returns {string} */
  function cards(rows, context) {
    /** @type {RowModel} */
    const m = { row: null, rowId: null, ...context };
    let text = '';
    for (const row of rows) {
      m.row = row;
      m.rowId = row.id;
      const moveUrl = card.mayMove(m) ? context.location.href({ [PARAMS.move]: String(row.id), after: null }) : null;
      text += card.print(m, moveUrl);
    }
    return text;
  }

  /** @param {Cell} one @param {RenderContext} context @returns {Html} */
  function cell(one, context) {
    const { column, lane, rows, next, count } = one;
    const url = next && nextUrl(one, context, next);
    const more =
      url &&
      html`<a class="pl-board-more" href="${url}" rel="next">${texts.more} <span class="pl-board-count">${count - rows.length}</span></a>`;
    const name = attrs({ 'aria-label': lane ? `${lane.label}, ${column.label}` : column.label });
    return html`<section class="pl-board-column" data-key="${`${lane?.key ?? ''}/${column.key}`}" data-column="${column.key}"${lane && html` data-lane="${lane.key}"`}${!column.isKnown && html` data-closed`}${name}>${!hasLanes && head(one, context)}<ol class="pl-board-cards">${new Markup(cards(rows, context))}</ol>${more}${column.isKnown && addForm(one, context)}</section>`;
  }

  return { head, cards, cell, sum };
}

/**
 * The rest of a column, on a page of its own without scripts.
 *
 * @param {Pick<Cell, 'column' | 'lane'>} cell @param {RenderContext} context @param {string} next cursor
 */
export function nextUrl({ column, lane }, { location }, next) {
  return location.href({
    [PARAMS.column]: asParam(column.key),
    [PARAMS.lane]: lane ? asParam(lane.key) : null,
    [PARAMS.move]: null,
    after: next,
  });
}
