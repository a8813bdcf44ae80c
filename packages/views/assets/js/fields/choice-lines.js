// The choices of a combobox: which of them fit what was typed, and how each looks in its list.
import { optionOf } from '@plinth/plugin/browser/list-box';
import { avatarColour, initials, pictureUrl } from '../local/face.js';

const style = new URL('../../css/combobox.css', import.meta.url).pathname;
// With the first control: no page waits for it.
if (!document.querySelector(`link[href="${CSS.escape(style)}"]`))
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style }));

/** @typedef {{ value: string | number, label: string, colour?: string, picture?: string | null, group?: string, does?: 'add' | 'create' }} Choice
 *   does: what choosing it does, instead of choosing */

/** @param {HTMLSelectElement} select @returns {Choice[]} */
export const choicesIn = (select) => [...select.options].filter(({ value }) => value !== '').map(choiceOf);

/** @param {HTMLOptionElement} option @returns {Choice} */
export function choiceOf({ value, text, dataset, parentElement }) {
  const group = parentElement instanceof HTMLOptGroupElement ? parentElement.label : '';
  return { value, label: text, colour: dataset.plColour, picture: dataset.plPicture, group };
}

/** An option of a select for a choice that the server found. @param {Choice} choice */
export function optionFor({ value, label, picture }) {
  const option = new Option(label, String(value));
  if (picture) option.dataset.plPicture = picture;
  return option;
}

/** Without case and accents. @param {string} text */
export const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/**
 * Those whose label has all the words, first the ones that begin with the text, then those with a word that does.
 *
 * @param {readonly Choice[]} choices @param {string} text
 */
export function fitting(choices, text) {
  const wanted = plain(text);
  if (wanted === '') return [...choices];
  const words = wanted.split(/\s+/);
  const ranked = choices.flatMap((choice) => {
    const label = plain(choice.label);
    if (!words.every((word) => label.includes(word))) return [];
    const rank = label.startsWith(wanted)
      ? 0
      : label.split(/[\s\p{P}]+/u).some((word) => word.startsWith(words[0]))
        ? 1
        : 2;
    return [{ choice, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ choice }) => choice);
}

/** @param {Choice} choice @param {string | undefined} look 'person', 'colour' */
export function lineOf(choice, look) {
  const { label, does } = choice;
  if (does) {
    const line = optionOf('', 'pl-combobox-does', 'div');
    const plus = Object.assign(document.createElement('span'), { textContent: '+', ariaHidden: 'true' });
    line.append(plus, label);
    return line;
  }
  if (!look) return optionOf(label, '', 'div');
  const line = optionOf('', '', 'div');
  line.append(look === 'person' ? personOf(choice) : chipOf(choice));
  return line;
}

/** @param {Choice} choice */
function chipOf({ label, colour }) {
  return Object.assign(document.createElement('span'), {
    className: `badge pl-c-${colour ?? 'grey'}`,
    textContent: label,
  });
}

/** @param {Choice} choice */
function personOf(choice) {
  const { value, label, picture } = choice;
  const line = document.createElement('span');
  line.className = `pl-person pl-c-${avatarColour(String(value))}`;
  if (picture) line.append(faceOf(choice, 'person'));
  else line.dataset.plFace = initials(label);
  line.append(label);
  return line;
}

/** What stands before the text of a chosen entry: a person's face, or the colour of a choice. @param {Choice} choice @param {string | undefined} look */
export function faceOf({ value, label, colour, picture }, look) {
  if (look === 'person' && picture) {
    const image = new Image(24, 24);
    Object.assign(image, { className: 'avatar avatar-sm', src: pictureUrl(picture), alt: '' });
    return image;
  }
  const face = document.createElement('span');
  face.ariaHidden = 'true';
  face.className =
    look === 'person'
      ? `avatar avatar-sm pl-c-${avatarColour(String(value))}`
      : `pl-combobox-dot pl-c-${colour ?? 'grey'}`;
  if (look === 'person') face.textContent = initials(label);
  return face;
}
