// What others have selected, drawn on the canvas in their colours.
import { rectOf } from './canvas.js';

/** @import { Canvas } from './canvas.js' */
/** @typedef {{ name: string, selected: string[], colour: number }} Other */

/**
 * @param {{ canvas: Canvas, layer: HTMLElement }} parts
 * @returns {(people: readonly Other[]) => void}
 */
export function createOthers({ canvas, layer }) {
  /** @type {readonly Other[]} */
  let people = [];
  function draw() {
    const boxes = people.flatMap(({ name, selected, colour }) =>
      selected.flatMap((id) => {
        const mark = canvas.isReady ? canvas.markOf(id) : null;
        const rect = mark && rectOf(mark);
        if (!rect) return [];
        const box = document.createElement('div');
        box.className = `bld-other bld-person-${colour}`;
        const px = (/** @type {number} */ n) => `${n * canvas.scale}px`;
        Object.assign(box.style, {
          left: px(rect.left),
          top: px(rect.top),
          width: px(rect.width),
          height: px(rect.height),
        });
        box.append(Object.assign(document.createElement('span'), { className: 'bld-other-name', textContent: name }));
        return [box];
      }),
    );
    layer.replaceChildren(...boxes);
  }
  canvas.addEventListener('drawn', draw);
  return (now) => {
    people = now;
    draw();
  };
}
