// A dialog to find one of many by typing: a row to show the layout with, a person to see it as.
import { ListBox, optionOf } from '@plinth/plugin/browser/list-box';
import { newest } from '@plinth/plugin/browser/request';

/** Pause after typing before the search starts, in ms. */
const REST = 150;

/** @typedef {{ value: string, label: string }} Choice */
/** @typedef {{ url: string, title: string, onChoose: (choice: Choice) => void }} Wanted */

/** @param {HTMLDialogElement} box with an input and a list @returns {(wanted: Wanted) => void} opens it */
export function createFinder(box) {
  const input = /** @type {HTMLInputElement} */ (box.querySelector('input'));
  const none = /** @type {HTMLElement} */ (box.querySelector('[data-none]'));
  const newer = newest();
  /** @type {Wanted | null} */
  let wanted = null;
  /** @type {Choice[]} */
  let found = [];
  const list = new ListBox(/** @type {HTMLElement} */ (box.querySelector('[role=listbox]')), {
    input,
    choose: (_, i) => {
      box.close();
      wanted?.onChoose(found[i]);
    },
  });

  /** @param {number} pause */
  async function search(pause) {
    const reply = await newer(`${wanted?.url}?q=${encodeURIComponent(input.value)}`, { pause });
    if (!reply) return;
    found = reply.ok ? reply.json : [];
    none.hidden = found.length > 0;
    list.put(found.map(({ label }) => optionOf(label)));
  }

  input.addEventListener('input', () => void search(REST));
  input.addEventListener('keydown', (event) => {
    if (!list.key(event) && event.key === 'Enter') event.preventDefault();
  });
  return (asked) => {
    wanted = asked;
    /** @type {HTMLElement} */ (box.querySelector('h2')).textContent = asked.title;
    input.value = '';
    list.put([]);
    box.showModal();
    input.focus();
    void search(0);
  };
}
