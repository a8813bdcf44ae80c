// Both changes of each element that two people changed, to choose from.
import { make } from './make-element.js';

/** @import { Choices } from '../../model/choose.js' */

/**
 * @param {{ id: string, name: string, mine: string[], theirs: string[] }[]} conflicts
 * @param {{ isReview?: boolean, then: (choices: Choices) => void }} parts isReview: nothing is published with the choice
 */
export function askWhose(conflicts, { isReview = false, then }) {
  const box = /** @type {HTMLDialogElement} */ (document.querySelector('[data-bld-conflicts]'));
  const list = /** @type {HTMLElement} */ (box.querySelector('[data-bld-conflict-list]'));
  const { tMine: mine = '', tTheirs: theirs = '', tKeep = '', tPublish = '' } = box.dataset;
  /** @type {HTMLElement} */ (box.querySelector('.btn-primary')).textContent = isReview ? tKeep : tPublish;
  list.replaceChildren(
    ...conflicts.map((conflict) => {
      const set = make('fieldset', 'bld-conflict');
      const choices = /** @type {const} */ (['mine', 'theirs']).map((side) =>
        choice(conflict.id, side, side === 'mine' ? mine : theirs, conflict[side]),
      );
      set.append(make('legend', 'form-label', conflict.name), ...choices);
      return set;
    }),
  );
  const form = /** @type {HTMLFormElement} */ (box.querySelector('form'));
  form.onsubmit = () => then(/** @type {any} */ (Object.fromEntries(new FormData(form))));
  box.showModal();
}

/** @param {string} id @param {string} side @param {string} label @param {string[]} words */
function choice(id, side, label, words) {
  const holder = make('label', 'form-check');
  const input = document.createElement('input');
  Object.assign(input, { type: 'radio', name: id, value: side, required: true, className: 'form-check-input' });
  const said = make('span', 'form-check-label');
  said.append(make('strong', '', label), ...words.map((line) => make('span', 'd-block', line)));
  holder.append(input, said);
  return holder;
}
