/** @import { Html, RenderContext, Result, ViewCompiler } from '@plinth/plugin' */
/** @import { Axis, Entry } from '../axis.js' */
/** @import { BoardModel } from '../model.js' */
import { html } from '@plinth/plugin';
import { PARAMS } from '../statements.js';

/**
 * The form that moves a card without dragging: where there are no scripts it stands above the board, else in a dialog.
 *
 * @param {ViewCompiler} c @param {{ act: string, lanes: Axis | null }} options
 * @returns {(model: BoardModel, result: Result | null, context: RenderContext) => Html | null}
 */
export function createMoveForm(c, { act, lanes }) {
  const texts = {
    title: c.t('board.moveTitle'),
    column: c.t('board.column'),
    lane: lanes?.field.label ?? '',
    save: c.t('board.move'),
    cancel: c.t('board.cancel'),
  };

  return (model, result, context) => {
    const id = context.state.own[PARAMS.move];
    if (!id) return null;
    const part = result?.parts?.find(({ rows }) => rows.some((row) => String(row.id) === id));
    const [column, lane] = (part?.values ?? []).map((value) => String(value ?? ''));
    const back = context.location.href({ [PARAMS.move]: null });
    const base = `${context.location.id}-move`;
    return html`<form class="card pl-board-moveform" method="post" action="${act}"><div class="card-body"><h3>${texts.title}</h3><input type="hidden" name="node" value="move"><input type="hidden" name="id" value="${id}"><input type="hidden" name="return" value="${back}">${select(`${base}-column`, 'column', texts.column, model.columns, column)}${
      lanes && select(`${base}-lane`, 'lane', texts.lane, /** @type {Entry[]} */ (model.lanes), lane)
    }<div class="btn-list"><button class="btn btn-primary" type="submit">${texts.save}</button><a class="btn" href="${back}">${texts.cancel}</a></div></div></form>`;
  };
}

/** @param {string} id @param {string} name @param {string} label @param {readonly Entry[]} entries @param {string | undefined} chosen */
function select(id, name, label, entries, chosen) {
  const options = entries
    .filter(({ isKnown, key }) => isKnown || key === chosen)
    .map(({ key, label: text }) => html`<option value="${key}"${key === chosen && html` selected`}>${text}</option>`);
  return html`<div class="mb-3"><label class="form-label" for="${id}">${label}</label><select class="form-select" id="${id}" name="${name}">${options}</select></div>`;
}
