// People to choose from after an @ in a text: a list below the text control, moved through with the arrow keys.

import { ListBox, optionOf } from '@plinth/plugin/browser/list-box';
import { newest } from '@plinth/plugin/browser/request';

const DELAY = 120;
const TYPED = /(?:^|[^\p{L}\p{N}_@])@([\p{L}\p{N}][\p{L}\p{N} .'_-]{0,40}|)$/u;

/** @param {HTMLElement} place whose text controls with data-pl-mentions offer people */
export function offerPeople(place) {
  const offer = new Offer();
  place.addEventListener('input', (event) => {
    if (event.target instanceof HTMLTextAreaElement && event.target.dataset.plMentions) offer.ask(event.target);
  });
  place.addEventListener('keydown', (event) => offer.key(event), true);
  place.addEventListener('focusout', () => offer.close());
}

/** One list at a time. */
class Offer {
  /** @type {{ text: HTMLTextAreaElement, from: number, people: { id: string, name: string, face: string }[] } | null} */
  open = null;
  found = newest();
  asked = {};

  constructor() {
    const list = document.createElement('ul');
    list.className = 'dropdown-menu pl-combobox-list pl-people';
    list.ariaLabel = '@';
    this.box = new ListBox(list, { choose: (_, i) => this.choose(i) });
  }

  close() {
    this.asked = {};
    this.box.hide();
    this.box.list.remove();
    this.open?.text.removeAttribute('aria-controls');
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
    const people = /** @type {{ id: string, name: string, face: string }[]} */ (reply?.ok ? reply.json : []);
    this.close();
    if (people.length === 0) return;
    this.open = { text, people, from: text.selectionStart - typed[1].length - 1 };
    text.after(this.box.list);
    this.box.attach(text);
    this.box.put(people.map(lineOf));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { open, box } = this;
    if (!open || event.target !== open.text) return;
    // With Ctrl, Enter sends the text.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return;
    if (!box.key(event)) {
      if (event.key === 'Tab') this.choose(box.at);
      else if (event.key === 'Escape') this.close();
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
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

/** @param {{ name: string, face: string }} person face: markup made by the server */
function lineOf({ name, face }) {
  const item = optionOf(name);
  item.insertAdjacentHTML('afterbegin', face);
  return item;
}
