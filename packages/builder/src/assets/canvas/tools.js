// The toolbar of the selection. It is below the canvas, where it covers nothing of the page.
import { followPointer } from '@plinth/plugin/browser/drag';
import { movable } from '../../model/tree.js';

/** @import { Actions } from '../drafts/actions.js' */
/** @import { Drag } from './drag.js' */
/** @import { Editor } from '../drafts/editor.js' */

/** @param {{ toolbar: HTMLElement, editor: Editor, actions: Actions, drag: Drag,
 *   texts: { can: (id: string | undefined) => boolean, edit: () => void } }} parts */
export function startTools({ toolbar, editor, actions, drag, texts }) {
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (toolbar.querySelectorAll('[data-tool]'));
  const toolAt = (/** @type {Event} */ { target }) =>
    /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest('[data-tool]'));

  function show() {
    const isSelected = editor.selected.length > 0;
    toolbar.hidden = !isSelected;
    if (!isSelected) return;
    const isMovable = movable(editor.draft, editor.selected).length > 0;
    for (const button of buttons) {
      const tool = button.dataset.tool;
      if (tool === 'text') button.hidden = editor.selected.length > 1 || !texts.can(editor.selected[0]);
      const can = tool === 'text' || tool === 'parent' || (tool === 'unwrap' ? actions.canUnwrap() : isMovable);
      // Not disabled: a button that is pressed keeps the focus.
      button.setAttribute('aria-disabled', String(!can));
    }
  }

  toolbar.addEventListener('pointerdown', (event) => {
    if (toolAt(event)?.dataset.tool !== 'drag' || event.button !== 0) return;
    event.preventDefault();
    followPointer(
      event,
      drag.gesture(() => drag.dragged(editor.selected[0] ?? '')),
    );
  });
  toolbar.addEventListener('click', (event) => {
    const tool = toolAt(event);
    if (!tool || tool.ariaDisabled === 'true') return;
    const [name, type = ''] = tool.dataset.tool?.split(':') ?? [];
    const run = /** @type {Record<string, () => unknown>} */ ({
      parent: actions.parent,
      duplicate: actions.duplicate,
      remove: actions.remove,
      unwrap: actions.unwrap,
      wrap: () => actions.wrap(type),
      text: texts.edit,
    })[name ?? ''];
    run?.();
  });
  for (const name of ['select', 'change']) editor.addEventListener(name, show);
  show();
}
