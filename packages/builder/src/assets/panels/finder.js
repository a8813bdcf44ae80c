// A dialog to find one of many by typing: a row to show the layout with, a person to see it as.
import { newest } from '@plinth/plugin/browser/request';

/** Pause after which what was typed is searched for, in ms. */
const REST = 150;

/** @typedef {{ value: string, label: string }} Choice */

/**
 * @param {HTMLDialogElement} box with an input and a list @param {{ url: string, title: string, onChoose: (choice: Choice) => void }} wanted
 */
export function openFinder(box, { url, title, onChoose }) {
  const input = /** @type {HTMLInputElement} */ (box.querySelector('input'));
  const list = /** @type {HTMLElement} */ (box.querySelector('[role=listbox]'));
  const none = /** @type {HTMLElement} */ (box.querySelector('[data-none]'));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const newer = newest();
  let at = -1;

  async function search() {
    const reply = await newer(`${url}?q=${encodeURIComponent(input.value)}`);
    if (!reply) return;
    /** @type {Choice[]} */
    const found = reply.ok ? reply.json : [];
    none.hidden = found.length > 0;
    list.replaceChildren(...found.map(option));
    go(found.length > 0 ? 0 : -1);
  }

  /** @param {Choice} choice @param {number} i */
  function option(choice, i) {
    const item = Object.assign(document.createElement('li'), { id: `bld-found-${i}`, textContent: choice.label });
    item.setAttribute('role', 'option');
    item.addEventListener('click', () => {
      box.close();
      onChoose(choice);
    });
    return item;
  }

  /** @param {number} to */
  function go(to) {
    at = to;
    for (const [i, item] of [...list.children].entries()) item.setAttribute('aria-selected', String(i === at));
    const chosen = /** @type {HTMLElement | undefined} */ (list.children[at]);
    chosen?.scrollIntoView({ block: 'nearest' });
    if (chosen) input.setAttribute('aria-activedescendant', chosen.id);
    else input.removeAttribute('aria-activedescendant');
  }

  input.oninput = () => {
    clearTimeout(waiting);
    waiting = setTimeout(search, REST);
  };
  input.onkeydown = (event) => {
    const count = list.children.length;
    if (event.key === 'ArrowDown' && count) go((at + 1) % count);
    else if (event.key === 'ArrowUp' && count) go((at - 1 + count) % count);
    else if (event.key === 'Enter') /** @type {HTMLElement | undefined} */ (list.children[at])?.click();
    else return;
    event.preventDefault();
  };
  /** @type {HTMLElement} */ (box.querySelector('h2')).textContent = title;
  input.value = '';
  list.replaceChildren();
  box.showModal();
  input.focus();
  void search();
}
