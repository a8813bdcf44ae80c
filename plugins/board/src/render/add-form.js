/** @import { Html, RenderContext, View, ViewCompiler, Values } from '@plinth/plugin' */
/** @import { Cell } from '../model.js' */
import { html, isAmong, mayDo, mayOpen, writersOf } from '@plinth/plugin';

/**
 * The form that adds a card at the end of a column by its title; everything else is filled in in the form of the row.
 *
 * @param {View & { config: unknown }} view @param {ViewCompiler} c @param {{ act: string }} options
 * @returns {(cell: Cell, context: RenderContext) => Html | null}
 */
export function createAddForm({ config }, c, { act }) {
  const mayAdd = createMayAdd(config, c);
  const form = config.createView && c.catalog.hasView(config.createView) ? c.catalog.view(config.createView) : null;
  const texts = {
    add: c.t('board.add'),
    title: c.t('board.cardTitle'),
    save: c.t('board.addCard'),
    form: c.t('board.form'),
  };
  const plus = c.icon('plus');
  const { maxLength } = c.table?.field(config.titleField).attributes ?? {};
  const most = maxLength ? html` maxlength="${maxLength}"` : null;

  return ({ column, lane }, context) => {
    if (!mayAdd(context)) return null;
    const { env, state, location } = context;
    const place = { [config.columnField]: column.key, ...(lane && { [config.laneField]: lane.key }) };
    const presets = { ...state.presets, ...place };
    const hidden = Object.entries({
      column: column.key,
      ...(lane && { lane: lane.key }),
      ...presetInputs(state.presets),
    });
    const more =
      form &&
      mayOpen(form.roles, env.actor) &&
      html`<a class="btn btn-sm btn-ghost" data-pl-board-form href="${env.viewUrl(form.name, presets)}">${texts.form}</a>`;
    const id = `${location.id}-add-${column.key}-${lane?.key ?? ''}`;
    return html`<details class="pl-board-add"><summary>${plus}<span>${texts.add}</span></summary><form method="post" action="${act}"><input type="hidden" name="node" value="add"><input type="hidden" name="return" value="${env.here}">${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<label class="visually-hidden" for="${id}">${texts.title}</label><input class="form-control form-control-sm" id="${id}" name="title" data-field="${config.titleField}" required autocomplete="off" placeholder="${texts.title}"${most}><p class="pl-board-error" role="alert" hidden></p><div class="btn-list"><button class="btn btn-sm btn-primary" type="submit">${texts.save}</button>${more}</div></form></details>`;
  };
}

/** @param {Record<string, string>} presets */
const presetInputs = (presets) =>
  Object.fromEntries(Object.entries(presets).map(([name, text]) => [`preset.${name}`, text]));

/** @param {Values} config @param {ViewCompiler} c @returns {(context: RenderContext) => boolean} */
function createMayAdd({ quickAdd, titleField, columnField }, { table }) {
  if (!quickAdd || !table || table.field(titleField).auto) return () => false;
  const writers = [titleField, columnField].map((name) => writersOf(table.field(name)));
  return ({ env }) => mayDo(table, 'create', env.actor) && writers.every((lists) => isAmong(env.actor, lists));
}
