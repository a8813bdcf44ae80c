/** @import { Action, Html, Node, Registry, Rendered, RowModel, Values } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { needsRow } from '@plinth/expressions';
import { AppError, EMPTY, asksFirst, asPhrase, attrs, checkSettings, html, mayDo, phrase } from '@plinth/plugin';
import { mayDoToRow } from './may.js';
import { shownOnly } from './scope.js';

/** Runs actions that leave the page as it is. */
const IN_PLACE = { script: 'core-views/js/views/act.js', style: 'core-views/css/panel.css' };

/**
 * The button of an action. It refers to a form that the view prints once, so that it can be anywhere, even inside an
 * edit form or in each row of a list.
 *
 * @param {Scope} scope @param {Node} node
 * @param {{ action: string, config: unknown, label: Html, class?: string, confirm?: string }} options confirm: asked instead of
 *   the usual question, such as "Delete project Operations?"
 * @returns {Rendered}
 */
export function actionButton(scope, node, options) {
  const { compilation, table } = scope;
  const { registry, owner } = compilation;
  const action = registry.action(options.action);
  const config = checkSettings(action.settings, options.config ?? {});
  const onRow = needsRow(registry, { action: options.action, config }, compilation.catalog);
  if (onRow && !table) {
    throw new AppError(
      'ELEMENT_MISPLACED',
      phrase`The action "${asPhrase(action.label)}" needs a row, but a page has none`,
      {
        status: 422,
        hint: 'Place it in a detail view, or in a column of a list',
      },
    );
  }
  scope.actions[node.id] = {
    action: options.action,
    config,
    ...shownOnly(scope),
  };
  const deletes = options.action === DELETES;
  const gone = deletes ? listAddress(scope) : null;
  if (deletes) scope.scripts.add(ASKS_FIRST);
  const asks = asksFirst(registry, { action: options.action, config });
  if (asks) scope.scripts.add(QUESTIONS);
  const stays = !asks && staysHere(registry, { action: options.action, config });
  if (stays) {
    scope.scripts.add(IN_PLACE.script);
    compilation.found.styles.add(IN_PLACE.style);
  }
  const key = `${owner.kind}/${owner.name}/${node.id}`;
  compilation.found.actionForms.set(key, gone);
  const start = html`<button type="submit"${attrs({
    class: options.class ?? 'btn',
    form: actionFormId(key),
    // What goes with the row is asked first, by a script or else as a page.
    formmethod: deletes ? 'get' : null,
    'data-pl-delete': deletes ? (options.confirm ?? '') : null,
    'data-pl-ask': asks || null,
    'data-pl-act': stays ? compilation.t('list.panel.page') : null,
    'data-confirm': (!deletes && options.confirm) || null,
  })}`;
  const may = offered(scope, action, onRow);

  return (m) => {
    if (onRow && m.rowId === null) return EMPTY;
    if (!may(m)) return EMPTY;
    m.forms?.add(key);
    return html`${start}${m.rowId === null ? '' : attrs({ name: 'id', value: m.rowId })}>${options.label}</button>`;
  };
}

/** Shows what the steps ask as a dialog. */
const QUESTIONS = 'core-views/js/views/ask.js';

/**
 * Whether it can be run without loading the page. Deleting has a question of its own.
 *
 * @param {Registry} registry @param {{ action: string, config: Values }} chosen
 */
function staysHere(registry, { action, config }) {
  const steps = registry.action(action).takesSteps ? (config.steps ?? []) : [{ do: { action } }];
  const names = steps.map((/** @type {Values} */ step) => step?.do?.action);
  const known = names.filter((/** @type {string} */ name) => registry.has('action', name));
  return !known.includes(DELETES) && known.some((/** @type {string} */ name) => registry.action(name).inPlace);
}

/** Shows the question as a dialog. */
const ASKS_FIRST = 'core-views/js/deleting.js';

/** After this action the row's page no longer exists, so it redirects to a list of the table. */
const DELETES = 'delete_row';

/** @param {Scope} scope */
function listAddress({ compilation, table }) {
  const list = compilation.catalog.views.find((view) => view.table === table?.name && LISTS.has(view.template));
  return list ? `/view/${list.name}` : '/';
}

const LISTS = new Set(['list', 'list_show', 'feed']);

/** @param {Scope} scope @param {Action} action @param {boolean} onRow @returns {(m: RowModel) => boolean} */
function offered(scope, { right }, onRow) {
  const { table } = scope;
  if (!right || !table) return () => true;
  if (onRow && right !== 'create') return mayDoToRow(scope, table, right);
  return ({ env }) => mayDo(table, right, env.actor);
}

/**
 * The form of an action's buttons.
 *
 * @param {string} key "view/threads/n1" @param {string} back path to return to
 */
export function actionForm(key, back) {
  const [kind, name, node] = key.split('/');
  return html`<form id="${actionFormId(key)}" method="post" action="/${kind}/${name}/act"><input type="hidden" name="node" value="${node}"><input type="hidden" name="return" value="${back}"></form>`
    .text;
}

/** @param {string} key */
function actionFormId(key) {
  return `act-${key.replaceAll('/', '-')}`;
}
