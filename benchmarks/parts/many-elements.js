/** @import { Node } from '@plinth/plugin' */

/** Elements in each card. */
export const IN_CARD = 9;

/** A layout for the builder: cards of texts. @param {number} elements @returns {Node} */
export function manyElements(elements) {
  let left = elements;
  const cards = [];
  for (let i = 0; left > IN_CARD; i++, left -= IN_CARD + 1) {
    const texts = Array.from({ length: IN_CARD }, (_, k) => {
      const number = i * (IN_CARD + 1) + k;
      return { id: `text${number}`, type: 'text', settings: { text: `Text number ${number} with a few words` } };
    });
    cards.push({ id: `card${i}`, type: 'card', settings: { title: `Card ${i}` }, children: texts });
  }
  return { id: 'root', type: 'stack', settings: {}, children: cards };
}
