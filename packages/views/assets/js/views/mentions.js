// People to choose from after an @ in a text: a list below the text control, moved through with the arrow keys.

import { newest } from '@plinth/plugin/browser/request';

const DELAY = 120;
const TYPED = /(?:^|[^\p{L}\p{N}_@])@([\p{L}\p{N}][\p{L}\p{N} .'_-]{0,40}|)$/u;
let serial = 0;

/** @param {HTMLElement} place whose text controls with data-pl-mentions offer people */
export function offerPeople(place) {
  const offer = new Offer();
  place.addEventListener('input', (event) => {
    if (event.target instanceof HTMLTextAreaElement && event.target.dataset.plMentions) offer.ask(event.target);
  });
  place.addEventListener('keydown', (event) => offer.key(event), true);
  place.addEventListener('mousedown', (event) => offer.press(event));
  place.addEventListener('focusout', () => offer.close());
}

/** One list at a time. */
class Offer {
  /** @type {{ text: HTMLTextAreaElement, list: HTMLElement, from: number, people: { id: string, name: string, face: string }[], active: number } | null} */
  open = null;
  found = newest();
  asked = {};

  close() {
    this.asked = {};
    if (!this.open) return;
    this.open.list.remove();
    for (const name of ['aria-controls', 'aria-activedescendant']) this.open.text.removeAttribute(name);
    this.open = null;
  }

  /** @param {HTMLTextAreaElement} text */
  async ask(text) {
    const typed = TYPED.exec(text.value.slice(0, text.selectionStart));
    if (!typed) return this.close();
    const asked = (this.asked = {});
    const url = `${text.dataset.plMentions}?q=${encodeURIComponent(typed[1])}`;
    const reply = await this.found(url, { pause: DELAY });
    if (asked !== this.asked || document.activeElement !== text) return;
    const people = reply?.ok ? reply.json : [];
    this.close();
    if (people.length === 0) return;
    const list = listOf(people);
    text.after(list);
    text.setAttribute('aria-controls', list.id);
    text.setAttribute('aria-autocomplete', 'list');
    this.open = { text, list, people, from: text.selectionStart - typed[1].length - 1, active: -1 };
    this.move(0);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { open } = this;
    if (!open || event.target !== open.text) return;
    if (event.key === 'ArrowDown') this.move(open.active + 1);
    else if (event.key === 'ArrowUp') this.move(open.active - 1);
    else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab')
      this.choose(open.active);
    else if (event.key === 'Escape') this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {MouseEvent} event */
  press(event) {
    const item = /** @type {Element} */ (event.target).closest('[role=option]');
    if (!this.open || !item || !this.open.list.contains(item)) return;
    event.preventDefault();
    this.choose([...this.open.list.children].indexOf(item));
  }

  /** @param {number} at */
  move(at) {
    const { open } = this;
    if (!open) return;
    open.active = (at + open.people.length) % open.people.length;
    for (const [i, item] of [...open.list.children].entries())
      item.setAttribute('aria-selected', String(i === open.active));
    open.text.setAttribute('aria-activedescendant', open.list.children[open.active].id);
  }

  /** @param {number} at */
  choose(at) {
    if (!this.open) return;
    const { text, from, people } = this.open;
    const { id, name } = people[at];
    text.setRangeText(`@${name} `, from, text.selectionStart, 'end');
    const picked = document.createElement('input');
    Object.assign(picked, { type: 'hidden', name: 'picked', value: id });
    text.after(picked);
    this.close();
    text.focus();
    text.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** @param {readonly { name: string, face: string }[]} people face: markup made by the server */
function listOf(people) {
  const list = document.createElement('ul');
  list.id = `pl-people-${(serial += 1)}`;
  list.className = 'pl-combobox-list pl-people';
  list.role = 'listbox';
  list.ariaLabel = '@';
  for (const [i, { name, face }] of people.entries()) {
    const item = document.createElement('li');
    item.id = `${list.id}-${i}`;
    item.role = 'option';
    item.textContent = name;
    item.insertAdjacentHTML('afterbegin', face);
    list.append(item);
  }
  return list;
}
