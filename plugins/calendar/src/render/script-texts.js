/** @import { Translate } from '@plinth/plugin' */

const NAMES = ['hint', 'pickedUp', 'from', 'between', 'dropped', 'back', 'refused', 'offline'];

/** What the browser module says, with {placeholders} for it to fill in. @param {Translate} t */
export function scriptTexts(t) {
  const said = Object.fromEntries(NAMES.map((name) => [name, t(`calendar.say.${name}`)]));
  return { ...said, moveEvent: t('calendar.moveEvent') };
}
