// The list below the editor of a cell: options of the field, or related rows that the server finds.
import { element, float } from './cell.js';
import { below } from './place.js';

/** @typedef {{ label: string, value: string | null, added?: string }} Choice added: the text of a new one, which the label offers */

/** Typing goes on for that long before the server is asked, in ms. */
const WAIT = 120;
let serial = 0;

export class Choices {
  /** @type {Choice[]} */
  shown = [];
  active = -1;
  /** What the list was found for. */
  query = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  asked = 0;

  /**
   * @param {HTMLInputElement} input @param {Element} cell
   * @param {{ find: (text: string) => Promise<Choice[]>, isLocal: boolean, choose: (choice: Choice) => void }} options
   */
  constructor(input, cell, { find, isLocal, choose }) {
    this.input = input;
    this.cell = cell;
    this.find = find;
    this.isLocal = isLocal;
    const id = `pl-choices-${(serial += 1)}`;
    this.list = element('ul', { class: 'pl-cell-choices', role: 'listbox', id });
    for (const [name, value] of Object.entries({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': id }))
      input.setAttribute(name, value);
    this.list.setAttribute('aria-label', input.getAttribute('aria-label') ?? '');
    input.setAttribute('aria-expanded', 'false');
    this.list.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
      // The editor keeps the focus.
      event.preventDefault();
      const at = [...this.list.children].indexOf(
        /** @type {Element} */ (/** @type {Element} */ (event.target).closest('li')),
      );
      if (this.shown[at]) choose(this.shown[at]);
    });
  }

  /** @param {string} text @param {boolean} typed else everything is shown, nothing chosen */
  search(text, typed) {
    clearTimeout(this.timer);
    this.active = -1;
    const asked = (this.asked += 1);
    const run = async () => {
      const found = await this.find(typed ? text : '').catch(() => []);
      if (asked === this.asked) this.put(found, typed ? text : '');
    };
    if (this.isLocal || !typed) run();
    else this.timer = setTimeout(run, WAIT);
  }

  /** @param {Choice[]} found @param {string} query */
  put(found, query) {
    this.shown = found;
    this.query = query;
    this.list.replaceChildren(
      ...found.map(({ label }, i) => {
        const item = element('li', { role: 'option', id: `${this.list.id}-${i}`, 'aria-selected': 'false' });
        item.textContent = label;
        return item;
      }),
    );
    const wanted = query.trim().toLowerCase();
    const exact = found.findIndex(({ label }) => label.toLowerCase() === wanted);
    this.point(wanted === '' ? -1 : exact >= 0 ? exact : found.length > 0 ? 0 : -1);
    const isOpen = found.length > 0;
    this.input.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) return this.hide();
    if (!this.list.isConnected) float(this.list);
    below(this.list, this.cell);
  }

  /** @param {number} at */
  point(at) {
    this.list.children[this.active]?.setAttribute('aria-selected', 'false');
    this.active = at;
    const item = this.list.children[at];
    item?.setAttribute('aria-selected', 'true');
    item?.scrollIntoView({ block: 'nearest' });
    if (item) this.input.setAttribute('aria-activedescendant', item.id);
    else this.input.removeAttribute('aria-activedescendant');
  }

  /** @param {number} step */
  move(step) {
    const { length } = this.shown;
    if (length > 0) this.point((this.active + step + length + (this.active < 0 && step < 0 ? 1 : 0)) % length);
  }

  /** What is pointed at, found for what is typed now. @param {string} text @returns {Choice | null} */
  chosen(text) {
    if (this.active < 0 || (this.query !== text && this.query !== '')) return null;
    return this.shown[this.active];
  }

  hide() {
    this.list.remove();
  }

  close() {
    clearTimeout(this.timer);
    this.asked += 1;
    this.hide();
  }
}
