// Drawn above the page: frames around hovered and selected elements, and marks where a drop will land.

/** @import { Canvas } from './canvas.js' */

/** @typedef {{ left: number, top: number, width: number, height: number }} Box in pixels of the page */

export class Overlay {
  #element;
  #canvas;

  /** @param {HTMLElement} element @param {Canvas} canvas */
  constructor(element, canvas) {
    this.#element = element;
    this.#canvas = canvas;
  }

  get element() {
    return this.#element;
  }

  /**
   * Draws the boxes of one kind, replacing its earlier ones.
   *
   * @param {string} kind a class @param {readonly { box: Box, label?: string, fill?: (box: HTMLElement) => void }[]} boxes
   */
  draw(kind, boxes) {
    const scale = boxes.length ? this.#canvas.scale : 1;
    const old = /** @type {HTMLElement[]} */ ([...this.#element.querySelectorAll(`:scope > .${kind}`)]);
    for (const [i, { box, label, fill }] of boxes.entries()) {
      const drawn = old[i] ?? this.#add(kind);
      place(drawn, box, scale);
      if (label !== undefined && drawn.dataset.label !== label) drawn.dataset.label = label;
      fill?.(drawn);
    }
    for (const extra of old.slice(boxes.length)) extra.remove();
  }

  /** @param {string} kind */
  clear(kind) {
    this.draw(kind, []);
  }

  /** @param {string} kind */
  #add(kind) {
    const box = document.createElement('div');
    box.className = `bld-box ${kind}`;
    this.#element.append(box);
    return box;
  }
}

/** @param {HTMLElement} drawn @param {Box} box @param {number} scale */
function place(drawn, { left, top, width, height }, scale) {
  const px = (/** @type {number} */ pixels) => `${Math.round(pixels * scale)}px`;
  Object.assign(drawn.style, { left: px(left), top: px(top), width: px(width), height: px(height) });
  drawn.classList.toggle('bld-box-top', top * scale < 26);
}
