// The keys of the page of a row, as a dialog. Only those that do something where it was opened.
import { dialog, make, text } from '../dialog.js';

/** @typedef {'next' | 'previous' | 'edit' | 'comment' | 'value' | 'close'} Can */

/** @param {Record<string, string>} words @param {Record<Can, boolean>} can */
export function showKeys(words, can) {
  const search = document.querySelector('a[data-pl-search]');
  /** @type {[string, string, boolean][]} */
  const all = [
    ['j', words.next, can.next],
    ['k', words.previous, can.previous],
    ['e', words.edit, can.edit],
    ['Enter', words.value, can.value],
    ['Ctrl+Z', text('Undo'), can.value],
    ['c', words.comment, can.comment],
    ['Ctrl+K', search?.querySelector('span')?.textContent?.trim() || (search?.ariaLabel ?? ''), search !== null],
    ['Esc', text('Close'), can.close],
    ['?', words.keys, true],
  ];
  const list = make('dl', 'pl-keys');
  for (const [keys, label] of all.filter(([, name, works]) => works && name)) {
    const key = make('dt');
    for (const [i, one] of keys.split('+').entries()) key.append(...(i > 0 ? ['+'] : []), make('kbd', '', one));
    const line = make('div');
    line.append(key, make('dd', '', label));
    list.append(line);
  }
  const opener = document.activeElement;
  const box = dialog({ title: words.keys, content: list, className: 'modal modal-sm' });
  box.addEventListener('close', () => opener instanceof HTMLElement && opener.focus({ preventScroll: true }));
}
