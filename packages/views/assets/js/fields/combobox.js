// Turns a select with data-pl-combobox into a combobox of ARIA 1.2: a text control with a list below it. What the page holds
// is searched here, and at the select's URL if there is more. The hidden select is what the form submits. At the end of the
// list, who may do so adds a choice, or a row of the other table.
import { grouped, ListBox } from '@plinth/plugin/browser/list-box';
import { choiceOf, faceOf, lineOf, optionFor, plain } from './choice-lines.js';
import { element, inputOf } from './combobox-parts.js';
import { ChoiceSource } from './choice-source.js';
import { NewChoices } from './new-choices.js';

/** @import { Choice } from './choice-lines.js' */

/** Where there is less room below, in pixels, the list opens above. */
const ROOM = 260;

function enhance() {
  const selects = /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll('select[data-pl-combobox]'));
  for (const select of selects) {
    // On a page that was brought up to date, it is the server's own again.
    if (!select.plCombobox?.isConnected) select.plCombobox = new Combobox(select).box;
  }
}

class Combobox {
  /** What the list shows. @type {Choice[]} */
  choices = [];
  /** What was typed since the last choice; null: nothing. @type {string | null} */
  typed = null;
  /** Changes with each search, and when the list is closed. */
  asked = {};
  /** Changes when something is typed. */
  wanted = {};
  /** The search for what somebody has taken already. @type {Promise<void> | null} */
  taking = null;

  /** @param {HTMLSelectElement} select */
  constructor(select) {
    this.select = select;
    this.isMany = select.multiple;
    this.added = new NewChoices(select);
    this.source = new ChoiceSource(select);
    this.input = inputOf(select, this.source.isLong);
    this.box = element('div', { class: `pl-combobox${this.isMany ? ' pl-combobox-many' : ''}` });
    this.list = element('div', { class: 'dropdown-menu pl-combobox-list', hidden: '' });
    const choose = (/** @type {HTMLElement} */ _, /** @type {number} */ i) => this.choose(this.choices[i]);
    this.options = new ListBox(this.list, { input: this.input, choose, isMarked: true, hovers: true });
    const label = document.querySelector(`label[for="${CSS.escape(select.id)}"]`);
    if (label) this.list.setAttribute('aria-label', label.textContent ?? '');
    this.tags = element('ul', { class: 'pl-combobox-tags' });
    this.isRequired =
      select.required || select.ariaRequired === 'true' || label?.classList.contains('required') === true;
    select.id = `${select.id}-value`;
    select.hidden = true;
    // A hidden required control would block submission without a message; the server validates instead.
    select.required = false;
    select.before(this.box);
    this.box.append(...(this.isMany ? [this.tags] : []), this.input, this.list);
    this.listen();
    this.showChosen();
  }

  listen() {
    const { input, box, list } = this;
    input.addEventListener('input', () => {
      box.classList.add('pl-combobox-typed');
      this.wanted = {};
      this.search((this.typed = input.value));
    });
    this.select.form?.addEventListener('submit', (event) => this.beforeSending(event), { capture: true });
    input.addEventListener('focus', () => input.select());
    input.addEventListener('click', () => {
      if (list.hidden) this.open();
    });
    input.addEventListener('keydown', (event) => this.key(event));
    input.addEventListener('blur', () => this.leave());
    // Around the chosen ones, it is the same control.
    box.addEventListener('mousedown', (event) => {
      if (event.target !== box && event.target !== this.tags) return;
      event.preventDefault();
      input.focus();
      this.open();
    });
    this.select.form?.addEventListener('reset', () => setTimeout(() => this.showChosen()));
    // A draft was put back.
    this.select.form?.addEventListener('pl:set', () => this.showChosen());
  }

  open() {
    this.typed = null;
    return this.search('');
  }

  /** @param {string} text */
  async search(text) {
    const asked = (this.asked = {});
    const { source } = this;
    const isAsking = source.asks && text.trim() !== '';
    this.show(source.here(text), text, isAsking);
    if (!isAsking && !source.waits) return;
    const found = isAsking ? await source.find(text) : null;
    if (!isAsking) await source.findRecent();
    // Ignore responses to older requests.
    if (asked === this.asked && !this.list.hidden) this.show(found ?? source.here(text), text, false);
  }

  /** @param {readonly Choice[]} found @param {string} text that they were found for @param {boolean} isBusy more may come */
  show(found, text, isBusy) {
    const isTyped = text.trim() !== '';
    const chosen = new Set(this.chosen().map(({ value }) => String(value)));
    const isFree = (/** @type {Choice} */ { value }) => !this.isMany || !chosen.has(String(value));
    const lately = (isTyped ? [] : this.source.lately()).filter(isFree);
    const others = found.filter(
      (one) => isFree(one) && !lately.some(({ value }) => String(value) === String(one.value)),
    );
    const does = this.offers(text.trim(), found);
    this.choices = [...lately, ...others, ...does];
    const lines = this.choices.map((choice) => this.line(choice, chosen));
    const isNone = lately.length + others.length === 0;
    this.options.put(this.arranged(lines, lately, isNone, isBusy), this.pointed({ isTyped, isNone, isBusy, chosen }));
    this.input.ariaExpanded = 'true';
    this.list.ariaBusy = String(isBusy);
    const { top, bottom } = this.box.getBoundingClientRect();
    const below = innerHeight - bottom;
    this.box.classList.toggle('pl-combobox-up', below < ROOM && top > below);
  }

  /** @param {Choice} choice @param {Set<string>} chosen */
  line(choice, chosen) {
    const line = lineOf(choice, this.select.dataset.plLook);
    line.ariaSelected = String(!choice.does && chosen.has(String(choice.value)));
    return line;
  }

  /**
   * Those chosen last under a heading, as are those of a group; what adds something at the end.
   *
   * @param {HTMLElement[]} lines @param {Choice[]} lately @param {boolean} isNone @param {boolean} isBusy @returns {Node[]}
   */
  arranged(lines, lately, isNone, isBusy) {
    const { plRecents = '', plNone = '' } = this.select.dataset;
    const isGrouped = lately.length > 0 || this.choices.some(({ group }) => group);
    const groupOf = (/** @type {HTMLElement} */ _, /** @type {number} */ i) =>
      i < lately.length ? plRecents : (this.choices[i].group ?? '');
    const end = this.choices.findIndex(({ does }) => does);
    const rows = end < 0 ? lines : lines.slice(0, end);
    const none = element('div', { role: 'option', 'aria-disabled': 'true', 'aria-selected': 'false' });
    none.textContent = isBusy ? '…' : plNone;
    return [
      ...(isNone ? [none] : isGrouped ? grouped(rows, groupOf, 'pl-combobox-heading') : rows),
      ...(end < 0 ? [] : lines.slice(end)),
    ];
  }

  /** Which one Enter takes. @param {{ isTyped: boolean, isNone: boolean, isBusy: boolean, chosen: Set<string> }} at */
  pointed({ isTyped, isNone, isBusy, chosen }) {
    if (isTyped) return isNone && isBusy ? -1 : 0;
    return this.choices.findIndex(({ value, does }) => !does && chosen.has(String(value)));
  }

  /** What can be added. @param {string} text @param {readonly Choice[]} found @returns {Choice[]} */
  offers(text, found) {
    const { plCreate, plCreates = '' } = this.select.dataset;
    const isThere = [...this.source.own, ...found, ...this.chosen()].some(({ label }) => plain(label) === plain(text));
    const added = text === '' || isThere ? null : this.added.offer(text);
    return [
      ...(added === null ? [] : [{ value: text, label: added, does: /** @type {const} */ ('add') }]),
      ...(plCreate
        ? [{ value: '', label: text ? `${plCreates}: ${text}` : plCreates, does: /** @type {const} */ ('create') }]
        : []),
    ];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key, altKey } = event;
    if (event.isComposing) return;
    // The form goes on with what is pointed at.
    if (key === 'Tab' || (key === 'Enter' && (event.ctrlKey || event.metaKey))) return this.settle();
    if (this.list.hidden && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault();
      this.open();
    } else if (key === 'Backspace' && this.isMany && this.input.value === '') this.dropLast();
    else if (!this.list.hidden) this.keyInList(event, altKey);
  }

  /** @param {KeyboardEvent} event @param {boolean} altKey */
  keyInList(event, altKey) {
    const { key } = event;
    const ends = this.typed ? {} : { Home: 0, End: this.options.options.length - 1 };
    const end = /** @type {Record<string, number>} */ (ends)[key];
    if (end !== undefined) this.options.point(end);
    else if (key === 'Escape' || (altKey && key === 'ArrowUp')) this.close(true);
    else if (this.options.key(event)) return;
    else if (key === 'Enter' && this.isWaiting) void this.takeFirst();
    else if (key === 'Enter') this.close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Leaving takes what was found for what was typed. */
  settle() {
    if (this.list.hidden) return;
    const choice = this.choices[this.options.at];
    if (this.isWaiting) return void this.takeFirst();
    if (this.typed?.trim() && choice && choice.does !== 'create') this.choose(choice);
    this.close(true);
  }

  /** Whether what was typed fits nothing here, and the server has not answered yet. */
  get isWaiting() {
    return Boolean(this.typed?.trim()) && this.list.ariaBusy === 'true' && this.options.at < 0;
  }

  /** Who types faster than the server answers gets what it finds first. */
  takeFirst() {
    return (this.taking ??= this.findFirst().finally(() => (this.taking = null)));
  }

  async findFirst() {
    const text = this.typed ?? '';
    const { wanted } = this;
    this.asked = {};
    const found = await this.source.find(text);
    if (wanted !== this.wanted) return;
    if (found?.[0]) this.choose(found[0]);
    else if (this.list.hidden) this.close(true);
    else this.show(found ?? [], text, false);
  }

  /** A form is sent with what is being looked for. @param {SubmitEvent} event */
  beforeSending(event) {
    if (!this.taking) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void this.taking.then(() => this.select.form?.requestSubmit(event.submitter));
  }

  /** A whole label counts as chosen. */
  leave() {
    const typed = plain(this.typed ?? '');
    if (this.isWaiting) {
      this.options.hide();
      return void this.takeFirst();
    }
    const same = typed === '' ? null : this.choices.find(({ label, does }) => !does && plain(label) === typed);
    if (same) this.choose(same);
    this.close(true);
  }

  /** @param {Choice} choice */
  choose(choice) {
    const value = String(choice.value);
    if (choice.does === 'create') return void this.create();
    if (!this.isMany) this.added.clear();
    if (choice.does === 'add') {
      if (!this.isMany) this.select.value = '';
      this.added.add(value);
    } else {
      let option = [...this.select.options].find((entry) => entry.value === value);
      if (!option) this.select.append((option = optionFor(choice)));
      option.selected = true;
      this.source.chosen(value);
    }
    this.changed();
    if (this.isMany && !this.list.hidden) this.open();
    else this.close(false);
  }

  /** A row of the other table, in a panel beside the form. */
  async create() {
    const text = this.typed?.trim() ?? '';
    this.close(true);
    const { dataset } = this.select;
    const { createRow } = await import(dataset.plCreatesBy ?? '');
    const key = await createRow(dataset, this.input, text);
    const [choice] = key === null ? [] : await this.source.byKeys([key]);
    if (choice) this.choose(choice);
  }

  dropLast() {
    const last = this.chosen().at(-1);
    if (last) this.drop(last);
  }

  /** @param {Choice} choice */
  drop({ value, does }) {
    if (does) this.added.drop(String(value));
    else for (const option of this.select.options) if (option.value === String(value)) option.selected = false;
    this.changed();
    this.input.focus();
    if (!this.list.hidden) this.open();
  }

  clear() {
    this.added.clear();
    this.select.value = '';
    this.changed();
  }

  changed() {
    this.showChosen();
    this.select.dispatchEvent(new Event('input', { bubbles: true }));
    this.select.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /**
   * Clearing the text clears the choice; any other unmatched text is discarded. Tags are not rebuilt: a click on one of
   * their buttons may be what moves the focus, and the button must still exist.
   *
   * @param {boolean} left
   */
  close(left) {
    const isEmptied = this.typed !== null && this.input.value === '';
    this.asked = {};
    this.typed = null;
    this.box.classList.remove('pl-combobox-typed');
    this.options.hide();
    if (left && !this.isMany && isEmptied && this.chosen().length > 0) this.clear();
    else if (left) this.showText();
  }

  /** @returns {Choice[]} */
  chosen() {
    const chosen = [...this.select.selectedOptions].filter((option) => option.value !== '').map(choiceOf);
    const added = this.added.texts.map((text) => ({ value: text, label: text, does: /** @type {const} */ ('add') }));
    return [...chosen, ...added];
  }

  showText() {
    this.input.value = this.isMany ? '' : (this.chosen().at(-1)?.label ?? '');
  }

  showChosen() {
    this.showText();
    const chosen = this.chosen();
    if (this.isMany) return this.tags.replaceChildren(...chosen.map((choice) => this.tag(choice)));
    for (const old of this.box.querySelectorAll(':scope > :is(.pl-combobox-face, .pl-combobox-clear)')) old.remove();
    const { plLook } = this.select.dataset;
    const one = chosen.at(-1);
    if (one && plLook) {
      const face = element('span', { class: 'pl-combobox-face' });
      face.append(faceOf(one, plLook));
      this.input.before(face);
    }
    if (one && !this.isRequired) this.input.after(this.clearButton(one));
  }

  /** For the mouse and for touch; with the keyboard, emptying the text does it. @param {Choice} choice */
  clearButton({ label }) {
    const button = this.cross(label, 'pl-combobox-clear');
    button.tabIndex = -1;
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => {
      this.clear();
      this.close(false);
      this.input.focus();
    });
    return button;
  }

  /** @param {Choice} choice */
  tag(choice) {
    const button = this.cross(choice.label);
    button.addEventListener('click', () => this.drop(choice));
    const item = element('li', { class: `badge pl-c-${choice.colour ?? 'grey'}` }, choice.label);
    item.append(button);
    return item;
  }

  /** @param {string} label of what it removes @param {string} [className] */
  cross(label, className = '') {
    const says = `${this.select.dataset.plRemove}: ${label}`;
    return element('button', { type: 'button', class: className, 'aria-label': says }, '×');
  }
}

enhance();
new MutationObserver(enhance).observe(document.body, { childList: true, subtree: true });
