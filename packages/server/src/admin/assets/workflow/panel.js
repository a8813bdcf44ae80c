// The form of the selected step, or of the variables. The server prints it and reads what is typed, as it does for every
// form of settings; typed text stays as it is.
import { post } from '../builder/requests.js';
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
  /** The draft changes by what is typed here. */
  isOwn = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;

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
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** @param {string} id of a step @param {boolean} [isFocused] whether the keyboard goes there */
  async open(id, isFocused = false) {
    await this.flush();
    if (this.#shown !== id) {
      this.#shown = id;
      this.element.hidden = false;
      this.form.replaceChildren();
      this.#head();
      await this.#request(false);
    }
    if (isFocused && this.#shown === id) this.#focus();
  }

  close() {
    void this.flush();
    this.#shown = null;
    this.element.hidden = true;
  }

  /** The form anew, after the draft has changed by other means. */
  again() {
    if (this.#waiting !== undefined) void this.flush();
    else if (this.#shown !== null) void this.#request(false);
  }

  /** What is typed becomes part of the draft now. */
  async flush() {
    if (this.#waiting === undefined) return;
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    await this.#request(true);
  }

  /** @param {Event} event */
  #later({ target }) {
    const control = /** @type {HTMLInputElement} */ (target);
    if (!control.name && !control.matches('[data-pl-entries]')) return;
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.flush(), WAIT);
  }

  /** @param {boolean} isTyped whether what is in the form becomes part of the draft @returns {Promise<void>} */
  async #request(isTyped) {
    const { store } = this;
    const id = this.#shown ?? '';
    const mine = ++this.#turn;
    const { draft } = store;
    const body = new URLSearchParams(isTyped ? entriesOf(this.form) : []);
    body.set('draft', JSON.stringify(draft));
    body.set('id', id);
    if (isTyped) body.set('read', '1');
    const { status, answer } = await post(`${store.state.url}/form`, body);
    if (mine !== this.#turn) return;
    if (status !== 200) return this.parts.announce(answer.message || store.text('notSaved'));
    // Steps may have been moved while the answer was on its way.
    if (isTyped && store.draft !== draft) return this.#request(true);
    if (isTyped) {
      this.#noteNames(answer.renamed);
      this.isOwn = true;
      store.change(answer.draft, { joins: `typed ${id}` });
      this.isOwn = false;
    }
    store.told(answer);
    if (this.#shown !== id) return;
    if (answer.form !== null) showForm(this.form, answer.form);
    showErrors(this.form, answer.own);
    this.#head();
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
