/** @import { Html, Node, Rendered, Table, Actor } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { AppError, attrs, checkSettings, html } from '@plinth/plugin';
import { EMPTY } from './rendered.js';

/**
 * The button of an action. It belongs to a form that the view's section prints once, so that the button may stand in
 * any place, also inside an edit form or in each row of a list.
 *
 * @param {Scope} scope @param {Node} node
 * @param {{ action: string, config: any, label: Html, class?: string, confirm?: string }} options
 * @returns {Rendered}
 */
export function actionButton(scope, node, options) {
  const { compilation, table } = scope;
  const { registry, owner } = compilation;
  const action = registry.action(options.action);
  const config = checkSettings(action.settings, options.config ?? {});
  if (action.needsRow && !table) {
    throw new AppError('ELEMENT_MISPLACED', `The action "${action.label}" needs a row, and there is none on a page`, {
      status: 422,
      hint: 'Place it in a show view, or in a column of a list',
    });
  }
  scope.actions[node.id] = { action: options.action, config };
  compilation.found.actionForms.add(`${owner.kind}/${owner.name}/${node.id}`);
  const start = html`<button type="submit"${attrs({
    class: options.class ?? 'btn',
    form: `act-${owner.kind}-${owner.name}-${node.id}`,
    'data-confirm': options.confirm || null,
  })}`;
  const { right } = action;

  return (m) => {
    if (action.needsRow && m.rowId === null) return EMPTY;
    if (right && table && !mayDo(table, right, m.env.actor)) return EMPTY;
    return html`${start}${m.rowId === null ? '' : attrs({ name: 'id', value: m.rowId })}>${options.label}</button>`;
  };
}

/**
 * Whether the actor may do this to any row of the table at all; which rows is decided where rows are written.
 *
 * @param {Table} table @param {'read' | 'create' | 'update' | 'delete'} right @param {Actor} actor
 */
export function mayDo(table, right, actor) {
  if (actor.system || actor.roles.includes('admin')) return true;
  return actor.roles.some((role) => (table.access[role]?.[right] ?? 'none') !== 'none');
}

/**
 * The forms of action buttons that were printed.
 *
 * @param {Iterable<string>} keys "view/threads/n1" @param {string} here
 */
export function actionForms(keys, here) {
  let text = '';
  for (const key of keys) {
    const [kind, name, node] = key.split('/');
    text +=
      html`<form id="act-${kind}-${name}-${node}" method="post" action="/${kind}/${name}/act"><input type="hidden" name="node" value="${node}"><input type="hidden" name="return" value="${here}"></form>`
        .text;
  }
  return text;
}
