import { acceptsIn, newNode, tableAt, withField, withTable } from './elements.js';
import { withTitles } from './fitting.js';
import {
  duplicateNode,
  findNode,
  indentNode,
  insertNode,
  moveNode,
  outdentNode,
  removeNode,
  updateNode,
} from './operations.js';

/** @import { Node, Translate } from '@plinth/plugin' */
/** @import { App } from '../types.d.ts' */
/** @import { EditorState, Subject } from './draft.js' */

/**
 * One step of the layout editor, named by its button. An unknown or impossible step changes nothing.
 *
 * @param {App} app @param {Subject} subject @param {EditorState} state @param {string} op @param {string} argument
 * @param {Translate} t for the titles of new elements
 * @returns {EditorState}
 */
export function applyOperation(app, subject, state, op, argument, t) {
  const name = state.panel.slice('layout:'.length);
  const root = state.draft.layouts[name];
  if (!root) return state;
  // Selecting another node keeps an error of the first one where it was made: it is in the draft as typed.
  if (op === 'select') return findNode(root, argument) ? { ...state, node: argument, errors: {} } : state;
  const accepts = acceptsIn(app.registry);
  if (op === 'add') {
    if (!app.registry.has('element', argument)) return state;
    const added = newNode(app.registry, argument);
    const grown = insertNode(root, state.node || root.id, added, accepts);
    const table = tableAt(app.registry, app.data.catalog(), grown, added.id, subject.table);
    const first = app.data.catalog().tables.find((/** @type {import('@plinth/plugin').Table} */ one) => !one.system);
    const filled = updateNode(grown, added.id, (node) => {
      const about = withTable(app.registry, withField(app.registry, node, { table, root }), table ?? first);
      return withTitles(app.registry, grown, about, t);
    });
    return withLayout(state, name, filled, added.id);
  }
  const steps = /** @type {Record<string, () => Node>} */ ({
    up: () => moveNode(root, argument, -1),
    down: () => moveNode(root, argument, 1),
    into: () => indentNode(root, argument, accepts),
    out: () => outdentNode(root, argument, accepts),
    copy: () => duplicateNode(root, argument),
    remove: () => removeNode(root, argument),
  });
  if (!Object.hasOwn(steps, op)) return state;
  return withLayout(state, name, steps[op](), op === 'remove' ? nextTo(root, argument) : argument);
}

/** @param {EditorState} state @param {string} name @param {Node} root @param {string} node @returns {EditorState} */
function withLayout(state, name, root, node) {
  const layouts = { ...state.draft.layouts, [name]: root };
  return { ...state, draft: { ...state.draft, layouts }, node: findNode(root, node) ? node : root.id };
}

/**
 * The node to select if one is removed: the previous sibling, otherwise the parent.
 *
 * @param {Node} root @param {string} id
 */
function nextTo(root, id) {
  const found = findNode(root, id);
  if (!found?.parent) return root.id;
  return found.parent.children?.[found.index - 1]?.id ?? found.parent.id;
}
