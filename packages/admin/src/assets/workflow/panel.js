// The form of the selected step, or of the variables. The server prints it and reads what is typed, as it does for every
// form of settings; typed text stays as it is.
import { post } from '../kit/requests.js';
import { showErrors, showForm } from './form.js';
import { findStep, lanesOf } from './document.js';
import { isShown } from './view.js';

/** @import { Store } from './store.js' */

const WAIT = 350;
/** What is selected while the variables are shown. */
export const VARIABLES = '';

export class Panel {
  /** The step whose form is shown. @type {string | null} */
  #shown = null;
  #turn = 0;
  /** The draft is being changed by this form. */
  isOwn = false;
  /** There is typed text that was not sent to the draft yet. */
  #isTyped = false;
  /** What the form held when it was read or printed last, as text. */
  #known = '';
  /** Typed text is read in order: each reading starts from the draft of the one before. @type {Promise<void>} */
  #reading = Promise.resolve();
  #isReading = false;
  /** How often it was read. */
  #readings = 0;
  /** The form must be printed again when typing stops. */
  #isStale = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;
  /** Controls of a step in which something was typed or chosen. @type {Set<string>} */
  #touched = new Set();
  /** What is wrong, by control. @type {Record<string, string>} */
  #own = {};

  /**
   * @param {HTMLElement} element @param {Store} store
   * @param {{ announce: (text: string) => void, openAdder: (at: any) => void, onClose: () => void }} parts
   */
  constructor(element, store, parts) {
    this.element = element;
    this.store = store;
    this.parts = parts;
    this.form = /** @type {HTMLFormElement} */ (element.querySelector('[data-wf-form]'));
    this.form.addEventListener('input', (event) => this.#later(event));
    this.form.addEventListener('change', (event) => this.#later(event));
    this.form.addEventListener('submit', (event) => event.preventDefault());
    element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) parts.onClose();
    });
    store.addEventListener('change', () => {
      if (this.#shown === null) return;
      if (this.#shown && !findStep(store.draft, store.kinds, this.#shown)) return this.close();
      this.#head();
    });
    store.addEventListener('checked', () => this.#showErrors());
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** @param {string} id of a step @param {boolean} [isFocused] whether the keyboard goes there */
  async open(id, isFocused = false) {
    await this.flush().catch(() => this.parts.announce(this.store.text('notSaved')));
    if (this.#shown !== id) {
      this.#isTyped = false;
      this.#touched.clear();
      this.#own = {};
      this.#shown = id;
      this.element.hidden = false;
      this.form.replaceChildren();
      this.#head();
      await this.#print();
    }
    if (isFocused && this.#shown === id) this.#focus();
  }

  close() {
    this.#flushLater();
    this.store.settle(this.#shown);
    this.#shown = null;
    this.element.hidden = true;
  }

  /** Prints the form again after the draft was changed elsewhere. */
  again() {
    if (this.#isTyped) this.#flushLater();
    else if (this.#shown !== null) void this.#print();
  }

  /** What is typed becomes part of the draft now. @throws if it could not be sent */
  async flush() {
    clearTimeout(this.#waiting);
    if (this.#isTyped && this.#shown !== null) {
      this.#isTyped = false;
      const [id, typed] = [this.#shown, entriesOf(this.form)];
      this.#known = JSON.stringify(typed);
      this.#reading = this.#reading.catch(() => {}).then(() => this.#read(id, typed));
    }
    await this.#reading;
  }

  #flushLater() {
    this.flush().catch(() => this.parts.announce(this.store.text('notSaved')));
  }

  /** @param {Event} event */
  #later({ target, type }) {
    const control = /** @type {HTMLInputElement} */ (target);
    if (!control.name && !control.matches('[data-pl-entries]')) return;
    // Leaving a control repeats a value that was read before and may have been undone since.
    if (type === 'change' && control.name && JSON.stringify(entriesOf(this.form)) === this.#known) return;
    this.#isTyped = true;
    this.#touched.add(control.name);
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#flushLater(), WAIT);
  }

  /** Loads the form of the selection. Text typed in the meantime stays. */
  async #print() {
    const { store } = this;
    const [id, draft, mine, before] = [this.#shown, store.draft, ++this.#turn, this.#readings];
    if (id === null) return;
    const { status, answer } = await this.#post(id, []);
    if (mine !== this.#turn) return;
    // Text typed in the meantime is not in this form.
    if (this.#readings !== before) return void (this.#isReading ? (this.#isStale = true) : this.#print());
    if (status !== 200) return this.parts.announce(answer.message || store.text('notSaved'));
    if (draft === store.draft) store.told(answer);
    if (id === this.#shown) this.#show(answer, true);
  }

  /** What is typed, into the draft. @param {string} id @param {[string, string][]} typed @returns {Promise<void>} */
  async #read(id, typed) {
    const { store } = this;
    const { draft } = store;
    this.#readings++;
    this.#isReading = true;
    const sent = await this.#post(id, [...typed, ['read', '1']]).finally(() => (this.#isReading = false));
    const { status, answer } = sent;
    if (status !== 200) {
      this.#isTyped ||= id === this.#shown;
      throw new Error(answer.message);
    }
    // Steps may have been moved while the answer was on its way.
    if (store.draft !== draft) return this.#read(id, typed);
    this.#noteNames(answer.renamed);
    this.isOwn = true;
    store.change(answer.draft, { joins: `typed ${id}` });
    this.isOwn = false;
    store.told(answer);
    if (id === this.#shown) this.#show(answer, false);
  }

  /** @param {string} id @param {[string, string][]} more */
  #post(id, more) {
    const { store } = this;
    const body = new URLSearchParams(more);
    body.set('draft', JSON.stringify(store.draft));
    body.set('id', id);
    return post(`${store.state.url}/form`, body);
  }

  /** @param {{ form: string | null, own: Record<string, string> }} answer @param {boolean} isNew see showForm */
  #show({ form, own }, isNew) {
    const isTyping = this.#isTyped || this.#isReading;
    if (isTyping) this.#isStale ||= form !== null;
    else if (form !== null) {
      showForm(this.form, form, isNew);
      this.#known = JSON.stringify(entriesOf(this.form));
      this.#isStale = false;
    } else if (this.#isStale) {
      this.#isStale = false;
      return void this.#print();
    }
    this.#own = own;
    this.#showErrors();
    this.#head();
  }

  /** A step that was just added shows its missing settings only where something was typed. */
  #showErrors() {
    const isFresh = this.#shown !== null && this.store.fresh.has(this.#shown);
    const shown = Object.entries(this.#own).filter(([name]) => !isFresh || this.#touched.has(name));
    showErrors(this.form, Object.fromEntries(shown));
  }

  /** @param {Record<string, string>} renamed */
  #noteNames(renamed) {
    const known = this.store.renamed;
    for (const [from, to] of Object.entries(renamed)) {
      const first = Object.keys(known).find((name) => known[name] === from) ?? from;
      known[first] = to;
    }
  }

  #head() {
    const { store, element } = this;
    const found = this.#shown ? findStep(store.draft, store.kinds, this.#shown) : null;
    const name = found && (found.step.label || store.kinds[found.step.kind]?.label || found.step.kind);
    /** @type {HTMLElement} */ (element.querySelector('.wf-panel-title')).textContent = name ?? store.text('variables');
    /** @type {HTMLElement} */ (element.querySelector('[data-wf-tools]')).hidden = !found;
    const lanes = found ? lanesOf(found.step, store.kinds).filter((lane) => !isShown(lane, found.step)) : [];
    const possible = lanes.filter(({ list: { showIf } }) => !showIf || showIf.in.includes(found?.step[showIf.name]));
    /** @type {HTMLElement} */ (element.querySelector('[data-wf-more]')).replaceChildren(
      ...possible.map(({ label, place }) => {
        const text = store.text('addTo', { name: label });
        const look = { type: 'button', className: 'btn btn-sm', textContent: text };
        const button = Object.assign(document.createElement('button'), look);
        button.addEventListener('click', () => this.parts.openAdder({ place, index: 0 }));
        return button;
      }),
    );
  }

  #focus() {
    const control = 'input:not([type=hidden]), select, textarea, button';
    const first = /** @type {HTMLElement | null} */ (this.form.querySelector(control));
    (first ?? /** @type {HTMLElement} */ (this.element.querySelector('.wf-panel-title'))).focus();
  }
}

/** @param {HTMLFormElement} form @returns {[string, string][]} */
const entriesOf = (form) =>
  [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [/** @type {[string, string]} */ ([name, value])] : [],
  );
