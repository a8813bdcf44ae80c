// Where the headings of a list's columns are on the canvas: the server marks each with <!--c:INDEX-->.

/** @import { Canvas } from '../canvas/canvas.js' */

/** @typedef {{ index: number, rect: DOMRect }} Heading in pixels of the page */

/** The headings that can be seen, in the order of the page. @param {Canvas} canvas @returns {Heading[]} */
export function headingsIn(canvas) {
  const main = canvas.document.getElementById('main');
  if (!main) return [];
  const walker = canvas.document.createTreeWalker(main, NodeFilter.SHOW_COMMENT);
  /** @type {Heading[]} */
  const found = [];
  while (walker.nextNode()) {
    const index = /^c:(\d+)$/.exec(/** @type {Comment} */ (walker.currentNode).data)?.[1];
    if (index === undefined) continue;
    const rect = walker.currentNode.parentElement?.getBoundingClientRect();
    if (rect?.width && rect.height) found.push({ index: Number(index), rect });
  }
  return found;
}

/** Behind the last heading, or over its end where there is no room. @param {readonly Heading[]} headings */
export function plusBox(headings) {
  const { rect } = headings[headings.length - 1];
  const size = Math.min(rect.height, 28);
  return { left: rect.right - size - 4, top: rect.top + (rect.height - size) / 2, width: size, height: size };
}
