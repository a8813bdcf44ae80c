/** @import { Place } from './document.js' */

/** Where the button of a line puts a step. @param {HTMLElement} gap @returns {[Place, number]} */
export function placeOfGap({ dataset }) {
  return [{ owner: dataset.owner || null, path: dataset.path ?? 'steps' }, Number(dataset.index)];
}
