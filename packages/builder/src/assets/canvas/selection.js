// The hovered and selected elements, drawn above the page: frames with names, and the path to the selection.
import { isVisible, rectOf } from './canvas.js';
import { findNode } from '../../model/tree.js';

/** @import { Canvas } from './canvas.js' */
/** @import { Editor } from '../drafts/editor.js' */
/** @import { Mark } from './marks.js' */
/** @import { Overlay } from './overlay.js' */

export class SelectionView {
  #editor;
  #canvas;
  #overlay;
  #path;
  /** @type {Mark | null} */
  #hovered = null;
  /** What the path says, as JSON. */
  #said = '';

  /**
   * @param {{ editor: Editor, canvas: Canvas, overlay: Overlay, path: HTMLElement }} parts path: the list of the nodes
   *   around the selection
   */
  constructor({ editor, canvas, overlay, path }) {
    this.#editor = editor;
    this.#canvas = canvas;
    this.#overlay = overlay;
    this.#path = path;
    canvas.addEventListener('drawn', () => this.draw());
    for (const name of ['select', 'change']) editor.addEventListener(name, () => canvas.drawn());
    path.addEventListener('click', ({ target }) => {
      const id = /** @type {HTMLElement} */ (target).closest('button')?.dataset.node;
      if (id !== undefined) editor.select(id ? [id] : []);
    });
  }

  /** @param {Mark | null} mark */
  hover(mark) {
    if (mark === this.#hovered) return;
    this.#hovered = mark;
    const id = mark?.id ?? '';
    const isNew = mark && !this.#editor.selected.includes(id);
    const label = this.#editor.nameOf(findNode(this.#editor.draft, id)?.node);
    const box = isNew ? rectOf(mark) : null;
    this.#overlay.draw('bld-hovered', box && isVisible(box) ? [{ box, label }] : []);
  }

  draw() {
    if (!this.#canvas.isReady) return;
    const { selected, draft } = this.#editor;
    this.#hovered = null;
    this.#overlay.clear('bld-hovered');
    const boxes = selected.flatMap((id) => {
      const label = this.#editor.nameOf(findNode(draft, id)?.node);
      const first = this.#canvas.markOf(id);
      return this.#canvas.marksOf(id).flatMap((mark) => {
        const box = rectOf(mark);
        return isVisible(box) ? [{ box, label: mark === first ? label : '', isFirst: mark === first }] : [];
      });
    });
    this.#overlay.draw(
      'bld-selected',
      boxes.map(({ box, label, isFirst }) => ({
        box,
        label,
        fill: (drawn) => drawn.classList.toggle('bld-also', !isFirst),
      })),
    );
    this.#drawPath();
  }

  #drawPath() {
    const { draft, selected, state } = this.#editor;
    /** @type {{ id: string, label: string }[]} */
    const steps = [];
    for (let found = findNode(draft, selected[0]); found; found = found.parent && findNode(draft, found.parent.id))
      steps.unshift({ id: found.node.id, label: this.#editor.elements.get(found.node.type)?.label ?? found.node.type });
    const all = [{ id: '', label: state.label }, ...steps];
    const says = JSON.stringify(all);
    if (says === this.#said) return;
    this.#said = says;
    this.#path.replaceChildren(
      ...all.map(({ id, label }, i) => {
        const item = document.createElement('li');
        const button = Object.assign(document.createElement('button'), { type: 'button', textContent: label });
        button.dataset.node = id;
        if (i === all.length - 1) button.setAttribute('aria-current', 'true');
        item.append(button);
        return item;
      }),
    );
  }
}
