/** @import { Translate } from '@plinth/plugin' */

const NAMES = ['hint', 'pickedUp', 'over', 'dropped', 'back', 'refused', 'offline', 'moving', 'loaded'];

/** What the browser module says, with {placeholders} for it to fill in. @param {Translate} t */
export function scriptTexts(t) {
  return Object.fromEntries(NAMES.map((name) => [name, t(`board.say.${name}`)]));
}
