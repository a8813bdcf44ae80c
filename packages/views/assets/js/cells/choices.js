// The list below the editor of a cell: options of the field, or related rows that the server finds.
import { ListBox, optionOf } from '@plinth/plugin/browser/list-box';
import { element, float } from './cell.js';
import { below } from './place.js';

/** @typedef {{ label: string, value: string | null, added?: string }} Choice added: the text of a new one, which the label offers */

/** Typing goes on for that long before the server is asked, in ms. */
const WAIT = 120;

export class Choices {
  /** @type {Choice[]} */
  shown = [];
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
    this.list = element('ul', {
      class: 'dropdown-menu pl-cell-choices',
      'aria-label': input.getAttribute('aria-label') ?? '',
    });
    Object.assign(input, { role: 'combobox', ariaExpanded: 'false' });
    this.box = new ListBox(this.list, { input, choose: (_, i) => choose(this.shown[i]) });
  }

  /** @param {string} text @param {boolean} typed else everything is shown, nothing chosen */
  search(text, typed) {
    clearTimeout(this.timer);
    this.box.point(-1);
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
    const wanted = query.trim().toLowerCase();
    const exact = found.findIndex(({ label }) => label.toLowerCase() === wanted);
    this.box.put(
      found.map(({ label }) => optionOf(label)),
      wanted === '' ? -1 : Math.max(exact, 0),
    );
    if (found.length === 0) return this.hide();
    if (!this.list.isConnected) float(this.list, this.cell);
    below(this.list, this.cell);
  }

  /** What is pointed at, found for what is typed now. @param {string} text @returns {Choice | null} */
  chosen(text) {
    return this.query === text || this.query === '' ? (this.shown[this.box.at] ?? null) : null;
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
