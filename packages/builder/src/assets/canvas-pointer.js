// The pointer on the page: points at, selects and drags elements, edits texts.
import { followPointer } from '@plinth/plugin/browser/drag';
import { toggled } from './panels/outline-view.js';

/** @import { Canvas } from './canvas/canvas.js' */
/** @import { Drag } from './canvas/drag.js' */
/** @import { Editor } from './drafts/editor.js' */
/** @import { Mark } from './canvas/marks.js' */

/**
 * @param {{ editor: Editor, canvas: Canvas, drag: Drag, hover: (mark: Mark | null) => void, focusCanvas: () => void,
 *   editText: (mark: Mark, at: Node) => void }} parts
 */
export function listenToCanvas({ editor, canvas, drag, hover, focusCanvas, editText }) {
  const page = canvas.document;
  const root = /** @type {Element} */ (page.documentElement);
  const isTyping = (/** @type {Event} */ { target }) =>
    Boolean(/** @type {Element} */ (target).closest?.('.bld-typing, .bld-typing-block'));
  const markOf = (/** @type {Event} */ { target }) => canvas.markAround(/** @type {Node} */ (target));
  let isDropped = false;
  // Before the gesture ends: the click that follows a drop selects nothing.
  page.defaultView?.addEventListener('pointerup', () => (isDropped = drag.isDragging), true);
  root.addEventListener(
    'pointerdown',
    (event) => {
      isDropped = false;
      if (isTyping(event)) return;
      const pressed = /** @type {PointerEvent} */ (event);
      // The focus stays with the builder, whose keys work on the selection.
      if (pressed.pointerType !== 'touch') pressed.preventDefault();
      page.defaultView?.getSelection()?.removeAllRanges();
      /** @type {HTMLElement | null} */ (page.querySelector('.bld-typing'))?.blur();
      focusCanvas();
      const mark = markOf(event);
      if (!mark || pressed.button !== 0) return;
      followPointer(
        pressed,
        drag.gesture(() => drag.dragged(mark.id)),
        { toWindow: (point) => canvas.toWindow(point) },
      );
    },
    true,
  );
  // A press on the page must not take the focus.
  root.addEventListener('mousedown', (event) => !isTyping(event) && event.preventDefault(), true);
  page.defaultView?.addEventListener(
    'click',
    (event) => {
      if (isTyping(event) || !event.isTrusted || drag.isDragging || isDropped) return;
      const mark = markOf(event);
      const isMore = event.ctrlKey || event.metaKey || event.shiftKey;
      // The radio button of a tab is clicked along with its label.
      if (/** @type {Element} */ (event.target).matches('input.pl-tab-choice')) return;
      if (!mark) editor.select([]);
      else editor.select(isMore ? toggled(editor.selected, mark.id) : [mark.id]);
      focusCanvas();
    },
    true,
  );
  root.addEventListener('dblclick', (event) => {
    const mark = markOf(event);
    if (mark && !isTyping(event)) editText(mark, /** @type {Node} */ (event.target));
  });
  root.addEventListener('pointermove', (event) => {
    if (!drag.isDragging && /** @type {PointerEvent} */ (event).pointerType !== 'touch') hover(markOf(event));
  });
  root.addEventListener('pointerleave', () => hover(null));
}
