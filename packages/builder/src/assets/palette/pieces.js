// Pieces: a selection saved as one, a use of one opened or made independent.
import { insertNodes, removeNodes, replaceNode } from '../../model/document.js';
import { withNewIds } from '../../model/ids.js';
import { post } from '../../kit/requests.js';
import { createPieceDialog } from './piece-dialog.js';
import { movable } from '../../model/tree.js';

/** @import { Editor } from '../drafts/editor.js' */
/** @import { Item } from './palette.js' */
/** @import { Draft, Node } from '../../model/tree.js' */

/** @typedef {ReturnType<typeof startPieces>} Pieces */

/** @param {{ toolbar: HTMLElement, editor: Editor, announce: (text: string, isProblem?: boolean) => void, onPalette: () => void }} parts */
export function startPieces({ toolbar, editor, announce, onPalette }) {
  const { url } = editor.state;
  const dialog = createPieceDialog();

  /** Saves the selection as a piece: asks for its name and what its uses fill in. */
  async function save() {
    const ids = movable(editor.draft, editor.selected).map(({ node }) => node.id);
    const { status, answer } = await post(`${url}/piece-settings`, { draft: editor.draft, nodes: ids });
    if (status !== 200) return announce(reason(answer), true);
    dialog.open(answer.options, async ({ label, params, isReplaced }) => {
      const made = await post(`${url}/save-piece`, { draft: editor.draft, nodes: ids, label, params });
      if (made.status !== 200) return reason(made.answer);
      offer(editor, made.answer.item);
      onPalette();
      if (isReplaced) {
        const use = withNewIds(made.answer.item.nodes[0]);
        const next = withUse(editor.draft, ids, use, editor.accepts);
        editor.change(next, { label: editor.text('piece'), select: [use.id] });
      }
      announce(editor.text('pieceMade', { name: made.answer.item.label }));
      return '';
    });
  }

  /** Puts a copy of its content in place of the selected use. */
  async function detach() {
    const use = editor.node;
    if (!use) return;
    const { status, answer } = await post(`${url}/detach`, { node: use });
    if (status !== 200) return announce(reason(answer), true);
    const next = replaceNode(editor.draft, use.id, answer.node);
    editor.change(next, { label: editor.text('detach'), select: [answer.node.id] });
    announce(editor.text('detached', { name: editor.nameOf(use) }));
  }

  const open = () => location.assign(`/admin/build/pieces/${editor.node?.settings?.use?.piece}`);
  return startPieceTools({ toolbar, editor, tools: { piece: save, openPiece: open, detach } });
}

/** @param {{ toolbar: HTMLElement, editor: Editor, tools: Record<string, () => unknown> }} parts */
function startPieceTools({ toolbar, editor, tools }) {
  const isUse = () =>
    editor.selected.length === 1 && editor.node?.type === 'piece' && Boolean(editor.node.settings?.use?.piece);
  const offered = () => (isUse() ? ['openPiece', 'detach'] : ['piece']);

  function show() {
    for (const name of Object.keys(tools)) {
      const button = /** @type {HTMLElement} */ (toolbar.querySelector(`[data-tool="${name}"]`));
      button.hidden = !offered().includes(name);
    }
  }

  toolbar.addEventListener('click', ({ target }) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest('[data-tool]'));
    if (button && button.ariaDisabled !== 'true') void tools[button.dataset.tool ?? '']?.();
  });
  for (const name of ['select', 'change']) editor.addEventListener(name, show);
  show();
  return {
    /** For the command palette. */
    commands: () =>
      offered().map((name) => ({ label: editor.text(`tool.${name}`), icon: '', run: () => void tools[name]() })),
  };
}

/** Adds a new piece to what can be inserted. @param {Editor} editor @param {Item} item */
function offer(editor, item) {
  const { palette } = editor.state;
  const group = palette.find(({ name }) => name === 'pieces');
  if (group) group.items.push(item);
  else palette.push({ name: 'pieces', label: editor.text('pieces'), items: [item] });
}

/**
 * The draft with a use of a piece in place of nodes beside each other; in a part, such as a tab, in place of its content.
 *
 * @param {Draft} draft @param {readonly string[]} ids @param {Node} use @param {import('../../model/places.js').Accepts} accepts
 * @returns {Draft}
 */
export function withUse(draft, ids, use, accepts) {
  const [first] = movable(draft, ids);
  if (!first?.parent) return draft;
  const { node, parent, index } = first;
  if (accepts(parent.type, use.type)) return insertNodes(removeNodes(draft, ids), [use], { parent: parent.id, index });
  const [, ...others] = ids;
  return replaceNode(removeNodes(draft, others), node.id, { ...node, children: [use] });
}

/** @param {any} answer */
function reason(answer) {
  const failed = document.body.dataset.tFailed ?? '';
  return [answer.title ?? answer.message, answer.hint].filter(Boolean).join('. ') || failed;
}
